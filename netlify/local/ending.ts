import { existsSync, readFileSync } from 'node:fs';

type Close = () => Promise<unknown> | void;

const ORPHAN_CHECK_IN_MS = 500;

/** npm starts scripts through a shell, which may stay in between. */
const parentsOf = (): string => {
  const stat = `/proc/${process.ppid}/stat`;
  // "pid (name) state ppid ...", and the name may hold spaces
  const grandparent = existsSync(stat)
    ? readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ')[1]
    : '';
  return `${process.ppid} ${grandparent}`;
};

/**
 * Runs what was added, last first, when the process is asked to end or when npm, which started it,
 * is gone: npm that is killed outright cannot pass the signal on.
 */
export type Ending = ReturnType<typeof createEnding>;

export const createEnding = () => {
  const closers: Close[] = [];
  let ending = false;
  const end = async (code: number): Promise<never> => {
    if (ending) process.exit(code);
    ending = true;
    for (const close of closers.toReversed()) await close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end(0));
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parents = parentsOf();
    setInterval(() => parentsOf() !== parents && void end(0), ORPHAN_CHECK_IN_MS).unref();
  }
  return { add: (close: Close) => void closers.push(close), end };
};
