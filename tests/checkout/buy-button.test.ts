import { beforeEach, expect, test, vi } from 'vitest';
import { capturePromotionCode, readPromotionCode } from '../../src/checkout/promotion-code.ts';
import type { ProductType } from '../../src/contract/catalog.ts';
import { startCheckout } from '../../src/checkout/start-checkout.ts';
import { collectToasts, fakeApi, fakeStorage, unreachable } from '../purchase/fakes.ts';

const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';

/** The steps that the parent and the shop see, in order. */
let steps: string[];
beforeEach(() => {
  steps = collectToasts();
  vi.useFakeTimers();
});

const opened = (body: unknown) => {
  steps.push(`asked for ${JSON.stringify(body)}`);
  return { url: 'https://pay.example/1' };
};

/** The button's form, which the browser can submit itself. */
const FORM = {
  submit: () => steps.push('form submitted'),
  closest: () => null,
  getBoundingClientRect: () => ({ top: 100, bottom: 150, right: 300 }),
} as unknown as HTMLFormElement;

const press = (productType: ProductType, code?: string): Promise<void> =>
  startCheckout(FORM, productType, code);

/** A page of the shop, in a browser that opens new tabs or refuses them. */
function openPage(innerWidth: number, userAgent: string, opensTabs = true, answers = true): void {
  const tab = {
    document: { body: { style: {} } },
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
  fakeApi({ '/api/create-payment': answers ? opened : unreachable });
}

const HOME_TAB = 'The payment page is opening in a new tab.';
const HOME_PAGE = 'Taking you to the payment page.';
const GUIDE = 'The payment page is opening.';

// Browsers block a tab that is opened after an answer.
test.each([
  ['bundle', 769, COMPUTER, true, ['tab opened'], HOME_TAB, 'tab'],
  ['bundle', 768, COMPUTER, true, [], HOME_PAGE, 'page'],
  ['bundle', 1280, PHONE, true, [], HOME_PAGE, 'page'],
  ['bundle', 1280, COMPUTER, false, ['tab opened'], HOME_PAGE, 'page'],
  ['individual_guide_6_10', 769, COMPUTER, true, ['tab opened'], GUIDE, 'tab'],
  ['individual_guide_6_10', 768, COMPUTER, true, [], GUIDE, 'page'],
] as const)(
  'of %s, %i px wide, %s, which opens tabs: %s',
  async (product, width, agent, opensTabs, first, words, where) => {
    openPage(width, agent, opensTabs);
    void press(product, 'SPRING');
    await vi.runAllTimersAsync();
    expect(steps).toEqual([
      ...first,
      `asked for {"productType":"${product}","code":"SPRING"}`,
      `Redirecting to checkout / ${words}`,
      `${where} to https://pay.example/1`,
    ]);
  },
);

test('a press starts no second checkout until the payment page has had 8 s to open', async () => {
  openPage(375, PHONE);
  void press('bundle');
  await vi.advanceTimersByTimeAsync(7_999);
  void press('bundle');
  await vi.advanceTimersByTimeAsync(0);
  expect(steps.filter((step) => step.startsWith('asked'))).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  void press('bundle');
  await vi.runAllTimersAsync();
  expect(steps.filter((step) => step.startsWith('asked'))).toHaveLength(2);
});

test('a failed checkout closes its tab, says so, and can be tried again', async () => {
  const words = 'There was an error processing your payment. Please try again.';
  const failed = ['tab opened', 'tab closed', `Payment error / ${words}`];
  openPage(1280, COMPUTER, true, false);
  await press('bundle');
  await press('bundle');
  expect(steps).toEqual([...failed, ...failed]);
});

test('the payment page opens in the page if the buyer has closed the new tab', async () => {
  openPage(1280, COMPUTER);
  const { open } = window;
  const tab = { ...open(), closed: false } as Window & { closed: boolean };
  steps.length = 0;
  vi.stubGlobal('window', { ...window, open: () => tab });
  fakeApi({
    '/api/create-payment': () => {
      tab.closed = true;
      return { url: 'https://pay.example/1' };
    },
  });
  void press('bundle');
  await vi.runAllTimersAsync();
  expect(steps).toEqual([
    `Redirecting to checkout / ${HOME_PAGE}`,
    'page to https://pay.example/1',
  ]);
});

test('the payment page opens in the page if the browser cannot open tabs', async () => {
  openPage(1280, COMPUTER);
  vi.stubGlobal('window', { ...window, open: undefined });
  void press('bundle');
  await vi.runAllTimersAsync();
  expect(steps.at(-1)).toBe('page to https://pay.example/1');
});

test.each(['fetch', 'AbortController'])('the form is submitted without %s', async (missing) => {
  openPage(1280, COMPUTER);
  vi.stubGlobal(missing, undefined);
  await press('bundle');
  expect(steps).toEqual(['tab opened', 'tab closed', 'form submitted']);
});

test.each([
  ['SPRING', 'SPRING'],
  ['SPRING%20', 'SPRING'],
  ['%C2%A0SPRING.', 'SPRING'],
  ['SP%E2%80%8BRING', 'SPRING'],
  ['You+won+%241000', ''],
  ['%3Cb%3E', ''],
  ['A'.repeat(100), 'A'.repeat(100)],
  ['A'.repeat(101), ''],
  ['', ''],
])('of a link with ?code=%s the page saves and shows %j', (given, code) => {
  const url = `https://shop.example/?code=${given}`;
  fakeStorage('sessionStorage');
  vi.stubGlobal('location', new URL(url));
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
  capturePromotionCode();
  expect(readPromotionCode()).toBe(code);
});
