type Close = () => Promise<unknown> | void;

const ORPHAN_CHECK_IN_MS = 500;

export type Shutdown = ReturnType<typeof createShutdown>;

/**
 * Runs what was added, last first, and exits on a signal, or when the shell in which npm runs this process has ended: it
 * passes no signal on.
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
    const { ppid } = process;
    setInterval(() => process.ppid !== ppid && void run(0), ORPHAN_CHECK_IN_MS).unref();
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
