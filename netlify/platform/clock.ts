export const HOUR_IN_SECONDS = 3600;
export const DAY_IN_SECONDS = 24 * HOUR_IN_SECONDS;

/** Unix time in seconds. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** Formats a Unix time in seconds as ISO 8601 in UTC. */
export const isoTime = (at: number): string => new Date(at * 1000).toISOString();

export const sleep = (waitInMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, waitInMs);
  });
