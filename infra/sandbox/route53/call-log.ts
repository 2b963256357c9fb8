/** One request, for counts: when (epoch milliseconds), what, and `ok` or the code of the refusal. */
export type Call = {
  readonly at: number;
  readonly action: string;
  readonly zoneId?: string;
  readonly outcome: string;
};

/** The newest calls, oldest first. */
export type CallLog = {
  readonly add: (call: Call) => void;
  readonly calls: () => readonly Call[];
};

/** A log that forgets its older half when it holds `most` calls. */
export const createCallLog = (most: number): CallLog => {
  let calls: Call[] = [];
  return {
    add: (call) => {
      if (calls.length >= most) calls = calls.slice(Math.ceil(most / 2));
      calls.push(call);
    },
    calls: () => [...calls],
  };
};
