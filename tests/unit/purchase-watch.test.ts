import { expect, test } from 'vitest';
import type { Purchase } from '../../src/purchase/purchase.ts';
import { createPurchaseWatch } from '../../src/purchase/purchase-watch.ts';

const pending: Purchase = { step: 'pending' };

/** Answers one after another, the last one again and again; an Error is a failed call. */
function answering(...answers: (Purchase | Error)[]) {
  let asked = 0;
  return async (): Promise<Purchase> => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  };
}

/** What the shop says to one who asks too often. */
class Busy extends Error {
  readonly waitMs = 42_000;
}

function watchWithoutWaiting() {
  const steps: string[] = [];
  const waits: number[] = [];
  const watch = createPurchaseWatch({
    waitAskedBy: (error) => (error instanceof Busy ? error.waitMs : null),
    wait: async (ms) => void waits.push(ms),
  });
  watch.view.subscribe(() => {
    const view = watch.view.get();
    steps.push(view.step === 'pending' && !view.watching ? 'stalled' : view.step);
  });
  return { watch, steps, waits };
}

test('a settled answer ends the watch', async () => {
  const { watch, steps } = watchWithoutWaiting();
  await watch.start(answering({ step: 'none' }));
  expect(steps.at(-1)).toBe('none');
});

test('a pending payment is watched until it settles', async () => {
  const { watch, steps } = watchWithoutWaiting();
  await watch.start(answering(pending, pending, { step: 'failed' }));
  expect(steps.slice(-2)).toEqual(['pending', 'failed']);
});

test('a lost connection during the wait does not lose the order', async () => {
  const { watch, steps } = watchWithoutWaiting();
  await watch.start(answering(pending, new Error('offline'), { step: 'failed' }));
  expect(steps).not.toContain('unverified');
  expect(steps.at(-1)).toBe('failed');
});

test('a first check that fails is tried once more, and then unverified', async () => {
  const { watch, steps, waits } = watchWithoutWaiting();
  await watch.start(answering(new Error('down')));
  expect(steps.at(-1)).toBe('unverified');
  expect(waits).toEqual([2000]);
});

test('a connection that is back at the second try has lost nothing', async () => {
  const { watch, steps } = watchWithoutWaiting();
  await watch.start(answering(new Error('offline'), { step: 'refunded' }));
  expect(steps).not.toContain('unverified');
  expect(steps.at(-1)).toBe('refunded');
});

test('a shop that asks to wait is asked again then, and nothing has failed', async () => {
  const { watch, steps, waits } = watchWithoutWaiting();
  await watch.start(answering(new Busy(), new Busy(), { step: 'refunded' }));
  expect(steps).not.toContain('unverified');
  expect(steps.at(-1)).toBe('refunded');
  expect(waits).toEqual([42_000, 42_000]);
});

test('a shop that asks to wait while a bank is slow does not end the watch', async () => {
  const { watch, steps } = watchWithoutWaiting();
  await watch.start(answering(pending, new Busy(), { step: 'failed' }));
  expect(steps.slice(-2)).toEqual(['pending', 'failed']);
});

test('a shop that never does anything but ask to wait leaves the purchase unverified', async () => {
  const { watch, steps } = watchWithoutWaiting();
  await watch.start(answering(new Busy()));
  expect(steps.at(-1)).toBe('unverified');
});

test('a bank that never answers leaves the next look to the buyer', async () => {
  const { watch, steps } = watchWithoutWaiting();
  await watch.start(answering(pending));
  expect(steps.at(-1)).toBe('stalled');
  await watch.start(answering({ step: 'none' }));
  expect(steps.slice(-2)).toEqual(['pending', 'none']);
});

test('a stopped watch says no more', async () => {
  const { watch, steps } = watchWithoutWaiting();
  const running = watch.start(answering({ step: 'none' }));
  watch.stop();
  await running;
  expect(steps).not.toContain('none');
});
