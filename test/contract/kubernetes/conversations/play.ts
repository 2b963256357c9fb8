import { setTimeout as pause } from 'node:timers/promises';
import type { AskStep, Conversation, Json, JsonObject, Step, WatchStep } from './conversation.ts';
import { createMask, type Mask } from './mask.ts';

/** An API server that takes whoever comes for an administrator, over plain HTTP. */
export type Speaker = {
  readonly url: string;
  /** Namespace that nobody else uses; it exists. */
  readonly namespace: string;
  /** Sent with every request, if given. */
  readonly token?: string;
};

type Said = {
  readonly code: number;
  readonly body: Json;
  readonly warnings: readonly string[];
};

const limitMs = 60_000;
const everyMs = 50;
/** What conversations call themselves. */
export const userAgent = 'conversation/1.0';

type Door = Pick<Speaker, 'url' | 'token'>;

const credentials = ({ token }: Door) =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const ask = async (door: Door, step: AskStep, agent = userAgent): Promise<Said> => {
  const [method = 'GET', path = ''] = step.do.split(' ');
  const { body } = step;
  const response = await fetch(`${door.url}${path}`, {
    method,
    signal: AbortSignal.timeout(limitMs),
    headers: {
      accept: step.accept ?? 'application/json',
      'user-agent': agent,
      ...credentials(door),
      ...(body === undefined ? {} : { 'content-type': step.type ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const said = await response.text();
  const warning = response.headers.get('warning');
  return {
    code: response.status,
    body: parsed(said),
    warnings: warning === null ? [] : warning.split(/, (?=299 )/),
  };
};

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const awaitCode = async (door: Door, path: string, code: number): Promise<void> => {
  const until = performance.now() + limitMs;
  for (;;) {
    const said = await ask(door, { do: `GET ${path}` }, 'waiting/1.0');
    if (said.code === code) return;
    if (performance.now() > until)
      throw new Error(`Cannot see ${code} at ${path}: the last answer is ${JSON.stringify(said)}`);
    await pause(everyMs);
  }
};

const watch = async (door: Door, step: WatchStep): Promise<readonly Json[]> => {
  const { watch: path, count, accept = 'application/json' } = step;
  const stop = AbortSignal.timeout(limitMs);
  const headers = { accept, 'user-agent': userAgent, ...credentials(door) };
  const response = await fetch(`${door.url}${path}`, { headers, signal: stop });
  const events: Json[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    events.push(...lines.map(parsed));
    if (events.length >= count) break;
  }
  return events;
};

/** What later steps know of earlier answers, by the text that stands for it. */
type Kept = Map<string, string>;

const fill = (step: Step, kept: Kept): Step => {
  let text = JSON.stringify(step);
  for (const [name, value] of kept) text = text.replaceAll(name, value);
  // Only texts inside the step were replaced.
  return JSON.parse(text) as Step;
};

const keep = (kept: Kept, name: string, answer: Json): void => {
  // An answer is an object with metadata, a list too; what is missing stays as it is written.
  const { metadata } = answer as { readonly metadata?: JsonObject };
  for (const [field, source] of [
    ['uid', 'uid'],
    ['version', 'resourceVersion'],
    ['continue', 'continue'],
  ] as const) {
    const value = metadata?.[source];
    if (typeof value === 'string') kept.set(`$${name}.${field}`, value);
  }
};

const playStep = async (
  { door, kept, mask }: { readonly door: Door; readonly kept: Kept; readonly mask: Mask },
  step: Step,
): Promise<Step> => {
  const filled = fill(step, kept);
  if ('await' in filled) {
    await awaitCode(door, filled.await, filled.code);
    return step;
  }
  if ('watch' in filled) return { ...step, events: (await watch(door, filled)).map(mask) } as Step;
  const { code, body, warnings } = await ask(door, filled).catch((cause: unknown) => {
    throw new Error(`Cannot hear an answer to ${filled.do}`, { cause });
  });
  if (filled.keep !== undefined) keep(kept, filled.keep, body);
  const { warnings: _, ...asked } = step as AskStep;
  return {
    ...asked,
    code,
    ...(filled.unread === true ? {} : { answer: mask(body) }),
    ...(warnings.length > 0 ? { warnings: warnings.map((each) => String(mask(each))) } : {}),
  };
};

/** The mask of a conversation that is had in a namespace. */
export const maskOf = ({ steps }: Conversation, namespace: string): Mask => {
  const text = JSON.stringify(steps.map(given)).replaceAll('$NS', namespace);
  return createMask(text, namespace);
};

/** The part of a step that its conversation gives, as opposed to what was answered. */
const given = (step: Step): Json => {
  const { answer: _, events: __, warnings: ___, ...rest } = step as AskStep & WatchStep;
  // A step is JSON.
  return rest as unknown as Json;
};

/** Speaks a conversation; returns its steps with the answers that came. */
export const play = async (
  { namespace, ...door }: Speaker,
  conversation: Conversation,
): Promise<readonly Step[]> => {
  const kept: Kept = new Map([['$NS', namespace]]);
  const mask = maskOf(conversation, namespace);
  const played: Step[] = [];
  for (const step of conversation.steps) played.push(await playStep({ door, kept, mask }, step));
  return played;
};
