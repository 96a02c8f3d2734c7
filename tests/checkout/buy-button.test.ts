import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCheckout } from '../../src/checkout/checkout.ts';
import { fakeApi, unreachable } from '../purchase/fake-api.ts';

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

let steps: string[];
beforeEach(() => {
  steps = [];
  vi.useFakeTimers();
  for (const kind of ['success', 'error'] as const) {
    vi.spyOn(toast, kind).mockImplementation((title, more) => {
      return steps.push(`${String(title)} / ${String(more?.description)}`);
    });
  }
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

test('the tab is opened while the press still counts, and goes to the payment page', async () => {
  openPage();
  await startCheckout('bundle', 'home');
  expect(steps).toEqual([
    'tab opened',
    'asked for {"productType":"bundle"}',
    'Redirecting to checkout / The payment page is opening in a new tab.',
    'tab to https://pay.example/1',
  ]);
});

test('a checkout that cannot start closes its tab, is told of, and can be tried again', async () => {
  openPage();
  fakeApi({ '/api/create-payment': unreachable });
  await startCheckout('bundle', 'home');
  const failed = [
    'tab opened',
    'tab closed',
    'Payment error / There was an error processing your payment. Please try again.',
  ];
  expect(steps).toEqual(failed);
  await startCheckout('bundle', 'home');
  expect(steps).toEqual([...failed, ...failed]);
});

test('a second press while one checkout starts does nothing, whatever it is for', async () => {
  openPage();
  await Promise.all([
    startCheckout('bundle', 'home'),
    startCheckout('individual_guide_6_10', 'home'),
  ]);
  expect(steps.filter((step) => step.startsWith('asked'))).toHaveLength(1);
});

test.each([
  ['on a phone', { userAgent: phone }],
  ['where the browser refuses tabs', { opensTabs: false }],
])(
  '%s the payment page replaces the shop, and nothing else is started meanwhile',
  async (_, page) => {
    openPage(page);
    const checkout = startCheckout('bundle', 'home');
    await vi.advanceTimersByTimeAsync(7_999);
    expect(steps.slice(-2)).toEqual([
      'Redirecting to checkout / Taking you to the payment page.',
      'page to https://pay.example/1',
    ]);
    const before = steps.length;
    await startCheckout('bundle', 'home');
    expect(steps).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    await checkout;
    const again = startCheckout('bundle', 'home');
    await vi.runAllTimersAsync();
    await again;
    expect(steps.length).toBeGreaterThan(before);
  },
);
