import { expect, test, vi } from 'vitest';
import {
  checkoutBusy,
  checkoutFailed,
  redirectMessage,
  redirectTitle,
  startCheckout,
} from '../../src/checkout/checkout.ts';

function setUp(createPayment: () => Promise<{ url: string }>) {
  const tab = { sameTab: false, go: vi.fn<(url: string) => void>(), close: vi.fn<() => void>() };
  const calls = {
    createPayment,
    openTab: () => tab,
    onRedirect: vi.fn<(sameTab: boolean) => void>(),
    onError: vi.fn<() => void>(),
  };
  return { tab, calls };
}

test('the opened tab goes to the payment page and the buttons are free again', async () => {
  const { tab, calls } = setUp(async () => ({ url: 'https://pay.example/1' }));
  const checkout = startCheckout('bundle', calls);
  expect(checkoutBusy.get()).toBe(true);
  await checkout;
  expect(tab.go).toHaveBeenCalledWith('https://pay.example/1');
  expect(calls.onRedirect).toHaveBeenCalledWith(false);
  expect(checkoutBusy.get()).toBe(false);
});

test('a checkout that cannot start closes its tab, is told, and frees the buttons', async () => {
  const { tab, calls } = setUp(async () => Promise.reject(new Error('down')));
  await startCheckout('bundle', calls);
  expect(tab.close).toHaveBeenCalledOnce();
  expect(calls.onError).toHaveBeenCalledOnce();
  expect(checkoutBusy.get()).toBe(false);
});

test('the tab is opened before the shop is asked, while the click still counts', async () => {
  const order: string[] = [];
  const { calls, tab } = setUp(async () => {
    order.push('asked');
    return { url: 'https://pay.example/1' };
  });
  await startCheckout('bundle', { ...calls, openTab: () => (order.push('opened'), tab) });
  expect(order).toEqual(['opened', 'asked']);
});

test('a second press while one checkout starts does nothing', async () => {
  const createPayment = vi.fn<() => Promise<{ url: string }>>(async () => ({
    url: 'https://pay.example/1',
  }));
  const { calls } = setUp(createPayment);
  await Promise.all([startCheckout('bundle', calls), startCheckout('bundle', calls)]);
  expect(createPayment).toHaveBeenCalledOnce();
});

test('the home page says where the payment page opens, a guide says the same everywhere', () => {
  expect(redirectTitle).toBe('Redirecting to checkout');
  expect(redirectMessage('home', true)).toBe('Taking you to the payment page.');
  expect(redirectMessage('home', false)).toBe('The payment page is opening in a new tab.');
  for (const sameTab of [true, false]) {
    expect(redirectMessage('guide', sameTab)).toBe('The payment page is opening.');
  }
});

test('a checkout that fails is told in the words of the specification', () => {
  expect(checkoutFailed).toEqual({
    title: 'Payment error',
    message: 'There was an error processing your payment. Please try again.',
  });
});
