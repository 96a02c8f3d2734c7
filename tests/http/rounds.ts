import { createHook } from 'node:async_hooks';

/** Work of the process's own threads: a function that seals or reads a file is not waiting for an answer. */
const OF_THREADS = /^(?:CIPHER|DERIVEBITS|HASH|SCRYPT|SIGN|VERIFY)REQUEST$|^FSREQ/;
const inThreads = new Set<number>();
createHook({
  init: (id, type) => void (OF_THREADS.test(type) && inThreads.add(id)),
  after: (id) => void inThreads.delete(id),
}).enable();

/** Until nothing goes on but waiting. */
const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise(setImmediate);
    if (inThreads.size > 0) turn = -1;
  }
};

/**
 * Takes the place of `fetch`, and counts the rounds of calls that wait for each other: a call is held until
 * nothing goes on any more, and all that are held by then are sent together. The next round begins when each of
 * them is answered to its last byte. So a slow machine changes no count.
 */
export const countRounds = () => {
  const through = globalThis.fetch;
  let [isCounting, isReleasing, rounds, underWay] = [false, false, 0, 0];
  let held: (() => void)[] = [];

  const release = async (): Promise<void> => {
    if (isReleasing || underWay > 0 || held.length === 0) return;
    isReleasing = true;
    await quiet();
    isReleasing = false;
    rounds += 1;
    underWay = held.length;
    for (const send of held.splice(0)) send();
  };

  globalThis.fetch = async (...asked) => {
    if (!isCounting) return through(...asked);
    await new Promise<void>((resolve) => {
      held.push(resolve);
      void release();
    });
    try {
      const response = await through(...asked);
      const bytes = await response.arrayBuffer();
      return new Response(bytes.byteLength > 0 ? bytes : null, response);
    } finally {
      underWay -= 1;
      void release();
    }
  };

  /** How many rounds the work takes, and how many calls it did not wait for. */
  return async (work: () => Promise<void>) => {
    [isCounting, rounds] = [true, 0];
    await work().finally(() => (isCounting = false));
    const leftBehind = underWay + held.length;
    for (const send of held.splice(0)) send();
    return { rounds, leftBehind };
  };
};
