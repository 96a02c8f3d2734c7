import { existsSync, readFileSync } from 'node:fs';

type Close = () => Promise<unknown> | void;

const ORPHAN_CHECK_IN_MS = 500;

/** npm, and the shell that it starts scripts through where that stays in between. */
const parents = (): string => {
  const stat = `/proc/${process.ppid}/stat`;
  if (!existsSync(stat)) return `${process.ppid}`;
  // "pid (name) state ppid ..."
  const [, name, ppid] = /\((.*)\) \S (\d+)/.exec(readFileSync(stat, 'utf8')) ?? [];
  return /^(sh|dash|bash)$/.test(name ?? '') ? `${process.ppid} ${ppid}` : `${process.ppid}`;
};

export type Ending = ReturnType<typeof createEnding>;

/**
 * Runs what was added, last first, when the process is asked to end or when npm, which started it,
 * is gone: npm that is killed outright cannot pass the signal on.
 */
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
    const atStart = parents();
    setInterval(() => parents() !== atStart && void end(0), ORPHAN_CHECK_IN_MS).unref();
  }
  return { add: (close: Close) => void closers.push(close), end };
};
