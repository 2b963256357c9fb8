/** An error as SQS words it. */
export interface SqsRefusal {
  readonly code: string;
  readonly message: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (fields: Fields) => SqsRefusal | undefined;

/** The checks that fauxqs leaves out, of one message or receipt handle, by action. */
const checks: Readonly<Record<string, Check>> = {
  SendMessage: (fields) => refuseDelay(fields) ?? refuseGroup(fields),
  SendMessageBatch: (fields) =>
    refuseDelay(fields) ?? refuseGroup(fields) ?? refuseEmptyBody(fields),
  DeleteMessage: refuseHandle,
  DeleteMessageBatch: refuseHandle,
  ChangeMessageVisibility: refuseHandle,
};

/** What the service answers to a single request that fauxqs would take; undefined when there is nothing to refuse. */
export function sqsRefusal(action: string, body: Fields): SqsRefusal | undefined {
  return action.endsWith('Batch') ? refuseLongId(body) : checks[action]?.(body);
}

/** What the service reports of one entry of a batch in `Failed`. */
export interface FailedEntry {
  readonly Id: unknown;
  readonly SenderFault: true;
  readonly Code: string;
  readonly Message: string;
}

/** Parts the entries of a batch into those that fauxqs may handle and those that the service fails. */
export function sortEntries(
  action: string,
  entries: readonly Fields[],
): { readonly accepted: readonly Fields[]; readonly failed: readonly FailedEntry[] } {
  const accepted: Fields[] = [];
  const failed: FailedEntry[] = [];
  for (const entry of entries) {
    const refusal = checks[action]?.(entry);
    if (refusal === undefined) accepted.push(entry);
    else {
      const { code: Code, message: Message } = refusal;
      failed.push({ Id: entry['Id'], SenderFault: true, Code, Message });
    }
  }
  return { accepted, failed };
}

function refuseDelay({ DelaySeconds: delay }: Fields): SqsRefusal | undefined {
  if (delay === undefined || isWhole(delay, 0, 900)) return undefined;
  return invalid(
    `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`,
  );
}

function refuseGroup({ MessageGroupId: group }: Fields): SqsRefusal | undefined {
  if (group === undefined || (typeof group === 'string' && /^[\x21-\x7e]{1,128}$/.test(group))) {
    return undefined;
  }
  return invalid(
    `Value ${group} for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  );
}

function refuseEmptyBody({ MessageBody: body }: Fields): SqsRefusal | undefined {
  if (typeof body === 'string' && body !== '') return undefined;
  return {
    code: 'MissingParameter',
    message: 'The request must contain the parameter MessageBody.',
  };
}

function refuseHandle({ ReceiptHandle: handle }: Fields): SqsRefusal | undefined {
  if (typeof handle !== 'string' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(handle)) {
    return undefined;
  }
  return {
    code: 'ReceiptHandleIsInvalid',
    message: `The input receipt handle "${handle}" is not a valid receipt handle.`,
  };
}

function refuseLongId({ Entries: entries }: Fields): SqsRefusal | undefined {
  const tooLong = Array.isArray(entries) && entries.some(({ Id: id }) => String(id).length > 80);
  if (!tooLong) return undefined;
  return {
    code: 'InvalidBatchEntryId',
    message:
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
  };
}

function invalid(message: string): SqsRefusal {
  return { code: 'InvalidParameterValue', message };
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
