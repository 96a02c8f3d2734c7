import { existsSync, readFileSync } from 'node:fs';

type Close = () => Promise<unknown> | void;

const ORPHAN_CHECK_IN_MS = 500;

/** The process ids of npm and of the shell, if npm runs its scripts in one that keeps running. */
const parents = (): string => {
  const stat = `/proc/${process.ppid}/stat`;
  if (!existsSync(stat)) return `${process.ppid}`;
  // "pid (name) state ppid ..."
  const [, name, ppid] = /\((.*)\) \S (\d+)/.exec(readFileSync(stat, 'utf8')) ?? [];
  return /^(sh|dash|bash)$/.test(name ?? '') ? `${process.ppid} ${ppid}` : `${process.ppid}`;
};

export type Shutdown = ReturnType<typeof createShutdown>;

/**
 * Runs what was added, last first, and exits on a signal, or when the npm that started this process has ended. A killed
 * npm cannot pass the signal on.
 */
export const createShutdown = () => {
  const closers: Close[] = [];
  let isRunning = false;
  const run = async (code: number): Promise<never> => {
    if (isRunning) process.exit(code);
    isRunning = true;
    for (const close of closers.toReversed()) await close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void run(0));
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const atStart = parents();
    setInterval(() => parents() !== atStart && void run(0), ORPHAN_CHECK_IN_MS).unref();
  }

  /** Prints why the start failed, and exits. */
  const fail = (error: unknown): Promise<never> => {
    console.error(explain(error));
    return run(1);
  };
  return { add: (close: Close) => void closers.push(close), fail };
};

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    const command = process.env['npm_lifecycle_event'] === 'dev' ? 'npm run dev' : 'npm start';
    return `${error.message}\nStop the program that uses it, or choose another port: PORT=9000 ${command}`;
  }
  return error.message;
};
