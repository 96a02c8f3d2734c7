import { commandWithPort } from './ports.ts';

type Close = () => Promise<unknown> | void;

const ORPHAN_CHECK_INTERVAL_IN_MS = 500;

export type Shutdown = ReturnType<typeof createShutdown>;

/**
 * Closes everything that was added, in reverse order, and exits. Runs on a signal, or when the
 * shell in which npm runs this process has ended, because that shell does not forward signals.
 */
export const createShutdown = () => {
  const closers: Close[] = [];
  let isRunning = false;

  const run = async (exitCode: number): Promise<never> => {
    // A second signal exits immediately.
    if (isRunning) process.exit(exitCode);
    isRunning = true;
    for (const close of closers.toReversed()) await close();
    process.exit(exitCode);
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void run(0));
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const npmShell = process.ppid;
    const exitIfOrphaned = () => {
      if (process.ppid !== npmShell) void run(0);
    };
    setInterval(exitIfOrphaned, ORPHAN_CHECK_INTERVAL_IN_MS).unref();
  }

  return {
    add: (close: Close): void => {
      closers.push(close);
    },
    fail: (error: unknown): Promise<never> => {
      console.error(startErrorMessage(error));
      return run(1);
    },
  };
};

const startErrorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    const otherPort = commandWithPort(9000);
    const advice = `Stop the program that uses it, or choose another port: ${otherPort}`;
    return `${error.message}\n${advice}`;
  }
  return error.message;
};
