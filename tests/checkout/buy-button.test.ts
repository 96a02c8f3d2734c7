import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkoutBusy, forgetCheckout, startCheckout } from '../../src/checkout/checkout.ts';
import { takeMessages } from '../../src/toasts/say.ts';
import { fakeApi, unreachable } from '../purchase/fake-api.ts';

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

let steps: string[];
beforeEach(() => {
  steps = [];
  vi.useFakeTimers();
  vi.stubGlobal('dispatchEvent', () => {
    for (const { title, message } of takeMessages()) steps.push(`${title} / ${message}`);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A page of the shop, in a browser that opens new tabs or refuses them. */
function openPage({ innerWidth = 1280, userAgent = desktop, opensTabs = true } = {}): void {
  const tab = {
    closed: false,
    opener: {},
    document: { title: '', body: { style: {}, textContent: '' } },
    location: { replace: (url: string) => steps.push(`tab to ${url}`) },
    close: () => steps.push('tab closed'),
  };
  const open = () => {
    steps.push('tab opened');
    return opensTabs ? tab : null;
  };
  const location = { assign: (url: string) => steps.push(`page to ${url}`) };
  vi.stubGlobal('window', { innerWidth, open, location });
  vi.stubGlobal('navigator', { userAgent });
  fakeApi({
    '/api/create-payment': (body) => {
      steps.push(`asked for ${JSON.stringify(body)}`);
      return { url: 'https://pay.example/1' };
    },
  });
}

test('the tab is opened while the click still counts, and goes to the payment page', async () => {
  openPage();
  const checkout = startCheckout('bundle', 'home');
  expect(checkoutBusy.get()).toBe(true);
  await checkout;
  expect(steps).toEqual([
    'tab opened',
    'asked for {"productType":"bundle"}',
    'tab to https://pay.example/1',
    'Redirecting to checkout / The payment page is opening in a new tab.',
  ]);
  expect(checkoutBusy.get()).toBe(false);
});

test('a checkout that cannot start closes its tab, is told, and frees the buttons', async () => {
  openPage();
  fakeApi({ '/api/create-payment': unreachable });
  await startCheckout('bundle', 'home');
  expect(steps).toEqual([
    'tab opened',
    'tab closed',
    'Payment error / There was an error processing your payment. Please try again.',
  ]);
  expect(checkoutBusy.get()).toBe(false);
});

test('a second click while one checkout starts does nothing', async () => {
  openPage();
  await Promise.all([startCheckout('bundle', 'home'), startCheckout('bundle', 'home')]);
  expect(steps.filter((step) => step.startsWith('asked'))).toHaveLength(1);
});

test.each([
  ['on a phone', { userAgent: phone }],
  ['where the browser refuses tabs', { opensTabs: false }],
])(
  '%s the payment page replaces the shop, and the buttons stay busy meanwhile',
  async (_, page) => {
    openPage(page);
    const checkout = startCheckout('bundle', 'home');
    await vi.advanceTimersByTimeAsync(7_000);
    expect(steps.slice(-2)).toEqual([
      'page to https://pay.example/1',
      'Redirecting to checkout / Taking you to the payment page.',
    ]);
    expect(checkoutBusy.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    await checkout;
    expect(checkoutBusy.get()).toBe(false);
  },
);

test('what was started before the parent came back ends no later checkout', async () => {
  openPage({ userAgent: phone });
  const first = startCheckout('bundle', 'home');
  await vi.advanceTimersByTimeAsync(100);
  forgetCheckout();
  expect(checkoutBusy.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(900);
  expect(steps.at(-1), 'nothing is told of it any more').toBe('page to https://pay.example/1');
  const second = startCheckout('bundle', 'home');
  await vi.advanceTimersByTimeAsync(7_500);
  await first;
  expect(checkoutBusy.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  await second;
  expect(checkoutBusy.get()).toBe(false);
});
