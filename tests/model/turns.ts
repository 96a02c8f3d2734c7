/**
 * Until who is about to make a call has asked for a turn. Calls cannot wait until every other has asked: two
 * that begin in the same tick may ride in one request. A slow machine changes the order, and no verdict.
 */
const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
};

export type Turns = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Lets calls that want to happen at once happen one after another. Whose turn it is, `choices` say, so
 * that a race that went wrong goes wrong again.
 */
export const createTurns = (choices: readonly number[]): Turns => {
  const waiting: (() => void)[] = [];
  let granted = 0;
  let busy = false;
  const grant = async (): Promise<void> => {
    await quiet();
    const choice = choices[granted % choices.length] ?? 0;
    granted += 1;
    const [go] = waiting.splice(choice % waiting.length, 1);
    go?.();
  };
  return async (call) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (busy) return;
      busy = true;
      void grant();
    });
    try {
      return await call();
    } finally {
      if (waiting.length > 0) void grant();
      else busy = false;
    }
  };
};

/** Everybody at once. */
export const noTurns: Turns = (call) => call();
