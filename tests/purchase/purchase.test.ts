import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicOrder } from '../../src/contract/orders.ts';
import { checkOrder, checkWithFiles } from '../../src/purchase/purchase.ts';
import { fakeApi, unreachable } from './fake-api.ts';

const order: PublicOrder = {
  stripe_session_id: 'cs_1',
  status: 'paid',
  amount: 899,
  currency: 'USD',
  product_type: 'individual_guide_6_10',
  guide_name: 'Ages 6-10',
  created_at: '2026-01-01T00:00:00Z',
};

const files = [{ downloadUrl: '/api/files/1', fileName: 'one.pdf' }];
const verified = () => ({ status: 'paid', order });
const found = () => ({ order });
const answering = (verify: (body: unknown) => unknown, orders: () => unknown) =>
  fakeApi({ '/api/verify-payment': verify, '/api/orders': orders });
beforeEach(() => void vi.stubGlobal('window', {}));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a verified payment with a paid order is paid, by one call', async () => {
  answering(verified, unreachable);
  await expect(checkOrder('cs_1')).resolves.toEqual({ step: 'paid', order, links: null });
});

test('the download page gets the links with it, good for less than a ticket lives', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const asked: unknown[] = [];
  answering((body) => {
    asked.push(body);
    return { ...verified(), files };
  }, unreachable);
  const links = { files, goodUntil: 1_000_000 + 540_000 };
  await expect(checkWithFiles('cs_1')).resolves.toEqual({ step: 'paid', order, links });
  expect(asked).toEqual([{ sessionId: 'cs_1', files: true }]);
  vi.useRealTimers();
});

test('a paid order whose files cannot be had now is paid all the same', async () => {
  answering(verified, unreachable);
  await expect(checkWithFiles('cs_1')).resolves.toEqual({ step: 'paid', order, links: null });
});

test.each(['pending', 'failed', 'refunded', 'disputed', 'blocked'] as const)(
  'a %s payment is told as it is',
  async (status) => {
    answering(() => ({ status, order: null }), unreachable);
    await expect(checkOrder('cs_1')).resolves.toEqual({ step: status });
    await expect(checkWithFiles('cs_1')).resolves.toEqual({ step: status });
  },
);

test('a session without a paid order is none', async () => {
  answering(() => ({ status: 'unpaid', order: null }), unreachable);
  await expect(checkOrder('cs_1')).resolves.toEqual({ step: 'none' });
});

test('for the download page a verification that fails is no answer', async () => {
  answering(unreachable, found);
  await expect(checkWithFiles('cs_1')).rejects.toThrow('offline');
});

test('else a failed verification is logged and the order is looked for', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  answering(unreachable, found);
  await expect(checkOrder('cs_1')).resolves.toEqual({ step: 'paid', order, links: null });
  expect(log.mock.calls).toEqual([['Payment verification:', 'offline']]);
});

test('a failed verification without an order is no answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answering(unreachable, () => ({ order: null }));
  await expect(checkOrder('cs_1')).rejects.toThrow('offline');
});

test('the first verification takes the answer to what the page has asked by itself', async () => {
  answering(unreachable, unreachable);
  vi.stubGlobal('window', { verifying: Promise.resolve(Response.json(verified())) });
  await expect(checkOrder('cs_1')).resolves.toEqual({ step: 'paid', order, links: null });
  await expect(checkWithFiles('cs_1')).rejects.toThrow('offline');
});
