import { sleep } from '../platform/clock.ts';

/** Limits a series of emails to the number of calls per second that Resend allows. */
export type SendPace = {
  /** Waits until the next email in the series may be sent. */
  readonly wait: () => Promise<void>;
  /** Reads the number of remaining calls from the headers of a response. */
  readonly note: (headers: Headers) => void;
};

/** The share of the rate limit that a series leaves for other emails, such as receipts. */
const SHARE_FOR_OTHERS = 0.1;

/** The email's job stays claimed during the wait, and the function has a time limit. */
const LONGEST_WAIT_IN_MS = 3000;

const readNumber = (headers: Headers, name: string): number => {
  const value = headers.get(name);
  return value === null ? Number.NaN : Number(value);
};

/** https://resend.com/docs/api-reference/rate-limit */
export const createSendPace = (): SendPace => {
  let callsLeft = 0;
  let isUsedUp = false;
  /** On the clock of `performance.now()`. */
  let resetsAtMs = 0;

  return {
    wait: async () => {
      const waitInMs = resetsAtMs - performance.now();
      if (isUsedUp && waitInMs > 0) await sleep(Math.min(waitInMs, LONGEST_WAIT_IN_MS));
    },
    note: (headers) => {
      const limit = readNumber(headers, 'ratelimit-limit');
      const remaining = readNumber(headers, 'ratelimit-remaining');
      const nowMs = performance.now();
      const resetMs = nowMs + readNumber(headers, 'ratelimit-reset') * 1000;
      // Resend rounds the reset up to whole seconds, so the first response of a period is the most
      // accurate.
      const isNewSecond = remaining >= callsLeft || nowMs >= resetsAtMs;
      resetsAtMs = isNewSecond ? resetMs : Math.min(resetsAtMs, resetMs);
      callsLeft = remaining;
      // False if the headers are missing. Then only rate-limit errors slow the series down.
      isUsedUp = remaining <= limit * SHARE_FOR_OTHERS;
    },
  };
};
