import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSendPace } from '../../netlify/mail/send-pace.ts';

const RUN_IN_MS = 20_000;

/** A Resend team that is allowed this many calls in each second of the clock. */
const openTeam = (limit: number) => {
  let second = -1;
  let calls = 0;
  return (): { readonly isRefused: boolean; readonly headers: Headers } => {
    const currentSecond = Math.floor(performance.now() / 1000);
    calls = currentSecond === second ? calls + 1 : 1;
    second = currentSecond;
    const remaining = Math.max(0, limit - calls);
    const headers = new Headers({
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': '1',
    });
    return { isRefused: calls > limit, headers };
  };
};

type Series = { readonly limit: number; readonly latencyInMs: number };

/** Sends emails for 20 seconds. The first call is near the end of a second. */
const sendSeries = async ({ limit, latencyInMs }: Series) => {
  const callResend = openTeam(limit);
  const pace = createSendPace();
  let accepted = 0;
  let refused = 0;
  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < RUN_IN_MS) {
      await pace.wait();
      const { isRefused, headers } = callResend();
      if (isRefused) refused += 1;
      else accepted += 1;
      await new Promise((resolve) => setTimeout(resolve, latencyInMs));
      pace.note(headers);
    }
  };
  await vi.advanceTimersByTimeAsync(900);
  const running = run();
  await vi.advanceTimersByTimeAsync(RUN_IN_MS + 5000);
  await running;
  return { accepted, refused, allowed: (limit * RUN_IN_MS) / 1000 };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const TEAMS: readonly Series[] = [
  { limit: 1, latencyInMs: 30 },
  { limit: 2, latencyInMs: 30 },
  { limit: 5, latencyInMs: 30 },
  { limit: 10, latencyInMs: 30 },
  { limit: 2, latencyInMs: 100 },
];

test.each(TEAMS)(
  'never exceeds a limit of $limit per second if responses take $latencyInMs ms',
  async (series) => {
    expect((await sendSeries(series)).refused).toBe(0);
  },
);

test.each(TEAMS)(
  'uses about 90% of a limit of $limit per second if responses take $latencyInMs ms',
  async (series) => {
    const { accepted, allowed } = await sendSeries(series);
    expect(accepted / allowed).toBeGreaterThan(0.85);
  },
);

test('leaves one of ten calls per second for other emails', async () => {
  const { accepted, allowed } = await sendSeries({ limit: 10, latencyInMs: 10 });
  expect(accepted / allowed).toBeLessThan(0.95);
});

test('waits at most a few seconds for a limit that resets in 15 minutes', async () => {
  const pace = createSendPace();
  const headers = { 'ratelimit-limit': '2', 'ratelimit-remaining': '0', 'ratelimit-reset': '900' };
  pace.note(new Headers(headers));
  const waiting = pace.wait();
  await vi.advanceTimersByTimeAsync(5000);
  await expect(waiting).resolves.toBeUndefined();
});

test('does not wait if the responses have no rate-limit headers', async () => {
  const pace = createSendPace();
  pace.note(new Headers());
  const startedAt = performance.now();
  await pace.wait();
  expect(performance.now()).toBe(startedAt);
});
