import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCheckout } from '../../src/checkout/checkout.ts';
import { fakeApi } from '../purchase/fake-api.ts';

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

let steps: string[];
beforeEach(() => {
  steps = [];
  vi.useFakeTimers();
  vi.spyOn(toast, 'success').mockImplementation((title, more) =>
    steps.push(`${String(title)} / ${String(more?.description)}`),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A page of the shop, in a browser that opens new tabs or refuses them. */
function openPage({ userAgent = desktop, opensTabs = true } = {}): void {
  const tab = {
    closed: false,
    opener: {},
    document: { title: '', body: { style: {}, textContent: '' } },
    location: { replace: (url: string) => steps.push(`tab to ${url}`) },
  };
  const open = () => {
    steps.push('tab opened');
    return opensTabs ? tab : null;
  };
  const location = { assign: (url: string) => steps.push(`page to ${url}`) };
  vi.stubGlobal('window', { innerWidth: 1280, open, location });
  vi.stubGlobal('navigator', { userAgent });
  fakeApi({
    '/api/create-payment': (body) => {
      steps.push(`asked for ${JSON.stringify(body)}`);
      return { url: 'https://pay.example/1' };
    },
  });
}

// After an answer it would be one that browsers block.
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

test.each([
  ['on a phone', { userAgent: phone }],
  ['where the browser refuses tabs', { opensTabs: false }],
])('%s the payment page has 8 s to replace the shop, and buttons wait', async (_, page) => {
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
});
