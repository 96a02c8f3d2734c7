import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PublicOrder, textOf } from '../../src/contract/orders.ts';
import {
  checkOrder,
  checkWithFiles,
  currentSessionId,
  hideSessionId,
} from '../../src/purchase/purchase.ts';
import { fakeApi, unreachable } from './fakes.ts';

const order: PublicOrder = {
  stripe_session_id: 'cs_1',
  status: 'paid',
  amount: 899,
  currency: 'USD',
  product_type: 'individual_guide_6_10',
  guide_name: 'Ages 6-10',
  created_at: '2026-01-01T00:00:00Z',
};
const PAID = { step: 'paid', order, files: [] };

const files = [{ downloadUrl: '/api/files/1', fileName: 'one.pdf' }];
const verified = () => ({ status: 'paid', order });
const answering = (verify: (body: unknown) => unknown, orders: () => unknown = unreachable) =>
  fakeApi({ '/api/verify-payment': verify, '/api/orders': orders });
beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

test('a verified payment is paid by one call, and the download page gets the links with it', async () => {
  answering(verified);
  await expect(checkOrder('cs_1')).resolves.toEqual(PAID);
  const asked: unknown[] = [];
  answering((body) => {
    asked.push(body);
    return { ...verified(), files };
  });
  await expect(checkWithFiles('cs_1')).resolves.toEqual({ ...PAID, files });
  expect(asked).toEqual([{ sessionId: 'cs_1', files: true }]);
});

test.each([
  ['pending', 'pending'],
  ['unpaid', 'none'],
])('a payment that is %s is "%s" to the pages', async (status, step) => {
  answering(() => ({ status, order: null }));
  await expect(checkOrder('cs_1')).resolves.toEqual({ step });
  await expect(checkWithFiles('cs_1')).resolves.toEqual({ step });
});

test('a failed verification is logged, and the order is looked for; not so on the download page', async () => {
  answering(unreachable, () => ({ order: null }));
  await expect(checkOrder('cs_1')).rejects.toThrow('offline');
  vi.mocked(console.error).mockClear();
  answering(unreachable, () => ({ order }));
  await expect(checkOrder('cs_1')).resolves.toEqual(PAID);
  expect(vi.mocked(console.error).mock.calls).toEqual([
    ['Payment verification:', 'Error: offline'],
  ]);
  await expect(checkWithFiles('cs_1')).rejects.toThrow('offline');
});

test('the first verification takes the answer to what the page has asked by itself', async () => {
  answering(unreachable);
  vi.stubGlobal('window', { verifying: Promise.resolve(Response.json(verified())) });
  await expect(checkOrder('cs_1')).resolves.toEqual(PAID);
  await expect(checkWithFiles('cs_1')).rejects.toThrow('offline');
});

test.each([
  [true, 'Paid. It is on its way.'],
  [false, 'Paid. Keep the link.'],
  [undefined, 'Paid.'],
])('an email is promised if the order has an address: %s', (hasEmail, text) => {
  const words = { text: 'Paid.', withMail: 'It is on its way.', withoutMail: 'Keep the link.' };
  expect(textOf(words, hasEmail)).toBe(text);
});

const openAt = (search: string, state: unknown = null) => {
  const history = {
    state,
    replaceState: (next: unknown, _title: string, address: string) => {
      history.state = next;
      window.location.search = new URL(address, 'https://shop.example').search;
    },
  };
  const window = { location: { pathname: '/payment-success', search }, history };
  vi.stubGlobal('window', window);
  return window;
};

const longest = `cs_live_${'a'.repeat(58)}`;

test.each([
  ['?session_id=cs_test_123&x=1', null, 'cs_test_123'],
  [`?session_id=${longest}`, null, longest],
  [`?session_id=${longest}a`, null, null],
  ['?session_id=cs_test_123).&utm_source=mail&fbclid=x', null, 'cs_test_123'],
  ['?session_id=cs_123', null, null],
  ['?session_id=cs_test_', null, null],
  ['?session_id=', 'cs_test_1', null],
  ['', { sessionId: 'cs_test_1' }, 'cs_test_1'],
  ['?session_id=cs_test_2', { sessionId: 'cs_test_1' }, 'cs_test_2'],
  ['', { sessionId: '<script>' }, null],
])('the query %j and the history entry %j name the session %j', (query, state, session) => {
  openAt(query, state);
  expect(currentSessionId()).toBe(session);
});

test('a session id that is hidden, even twice, leaves the address and is found all the same', () => {
  const { location } = openAt('?session_id=cs_test_1&utm_source=mail');
  hideSessionId();
  hideSessionId();
  expect([location.search, currentSessionId()]).toEqual(['', 'cs_test_1']);
});
