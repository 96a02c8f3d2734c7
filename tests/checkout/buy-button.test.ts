import { beforeEach, describe, expect, test, vi } from 'vitest';
import { subscribeToCheckout } from '../../src/checkout/checkout-state.ts';
import {
  capturePromotionCode,
  forgetPromotionCode,
  readPromotionCode,
} from '../../src/checkout/promotion-code.ts';
import { startCheckout } from '../../src/checkout/start-checkout.ts';
import type { ProductType } from '../../src/contract/catalog.ts';
import { collectToasts, fakeApi, fakeStorage, unreachable } from '../purchase/fakes.ts';

const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';

/** What the parent sees and what the shop receives, in order. */
let steps: string[];
beforeEach(() => {
  steps = collectToasts();
  vi.useFakeTimers();
});

const createPayment = (body: unknown) => {
  steps.push(`requested ${JSON.stringify(body)}`);
  return { url: 'https://pay.example/1' };
};

/** The button's form, which a browser can also submit without JavaScript. */
const FORM = {
  submit: () => steps.push('form submitted'),
  closest: () => null,
  getBoundingClientRect: () => ({ top: 100, bottom: 150, right: 300 }),
} as unknown as HTMLFormElement;

const press = (productType: ProductType, code?: string): Promise<void> =>
  startCheckout(FORM, productType, code);

type Browser = {
  readonly userAgent: string;
  readonly width: number;
  /** False if the browser blocks new tabs. */
  readonly opensTabs?: boolean;
  /** False if the buyer is offline. */
  readonly isOnline?: boolean;
};

/** Opens a page of the shop in a browser. */
function openPage({ userAgent, width, opensTabs = true, isOnline = true }: Browser): void {
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
  vi.stubGlobal('window', { innerWidth: width, open, location });
  vi.stubGlobal('navigator', { userAgent });
  fakeApi({ '/api/create-payment': isOnline ? createPayment : unreachable });
}

const HOME_TAB = 'The payment page is opening in a new tab.';
const HOME_PAGE = 'Taking you to the payment page.';
const GUIDE = 'The payment page is opening.';

test.each([
  {
    name: 'in a new tab for the bundle on a computer',
    productType: 'bundle',
    browser: { userAgent: COMPUTER, width: 769 },
    message: HOME_TAB,
  },
  {
    name: 'in a new tab for a guide on a computer',
    productType: 'individual_guide_6_10',
    browser: { userAgent: COMPUTER, width: 769 },
    message: GUIDE,
  },
])('opens the payment page $name', async ({ productType, browser, message }) => {
  openPage(browser);
  void press(productType, 'SPRING');
  await vi.runAllTimersAsync();
  expect(steps).toEqual([
    // Before the request, because browsers block a tab that is opened after a response.
    'tab opened',
    `requested {"productType":"${productType}","code":"SPRING"}`,
    `Redirecting to checkout / ${message}`,
    'tab to https://pay.example/1',
  ]);
});

test.each([
  {
    name: 'for the bundle in a narrow window',
    productType: 'bundle',
    browser: { userAgent: COMPUTER, width: 768 },
    message: HOME_PAGE,
  },
  {
    name: 'for the bundle on a wide phone',
    productType: 'bundle',
    browser: { userAgent: PHONE, width: 1280 },
    message: HOME_PAGE,
  },
  {
    name: 'for a guide in a narrow window',
    productType: 'individual_guide_6_10',
    browser: { userAgent: COMPUTER, width: 768 },
    message: GUIDE,
  },
])('opens the payment page in the same tab $name', async ({ productType, browser, message }) => {
  openPage(browser);
  void press(productType, 'SPRING');
  await vi.runAllTimersAsync();
  expect(steps).toEqual([
    `requested {"productType":"${productType}","code":"SPRING"}`,
    `Redirecting to checkout / ${message}`,
    'page to https://pay.example/1',
  ]);
});

describe('without a new tab', () => {
  test('opens the payment page in the same tab if the browser blocks the new one', async () => {
    openPage({ userAgent: COMPUTER, width: 1280, opensTabs: false });
    void press('bundle');
    await vi.runAllTimersAsync();
    expect(steps).toEqual([
      'tab opened',
      'requested {"productType":"bundle"}',
      `Redirecting to checkout / ${HOME_PAGE}`,
      'page to https://pay.example/1',
    ]);
  });

  test('opens the payment page in the same tab if the browser does not support tabs', async () => {
    openPage({ userAgent: COMPUTER, width: 1280 });
    vi.stubGlobal('window', { ...window, open: undefined });
    void press('bundle');
    await vi.runAllTimersAsync();
    expect(steps.at(-1)).toBe('page to https://pay.example/1');
  });

  test('opens the payment page in the same tab if the buyer has closed the new one', async () => {
    openPage({ userAgent: COMPUTER, width: 1280 });
    const tab = { ...window.open(), closed: false } as Window & { closed: boolean };
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
});

const countRequests = (): number => steps.filter((step) => step.startsWith('requested')).length;

/** Simulates the Back button, which restores the page and its timers from the browser's cache. */
const returnWithBack = (): void => {
  const [, onPageShow] = vi.mocked(addEventListener).mock.calls.at(-1) ?? [];
  if (typeof onPageShow !== 'function') throw new Error('Nothing listens to pageshow.');
  onPageShow(Object.assign(new Event('pageshow'), { persisted: true }));
};

describe('a second click', () => {
  beforeEach(() => {
    vi.stubGlobal('addEventListener', vi.fn());
    subscribeToCheckout(() => {});
    openPage({ userAgent: PHONE, width: 375 });
  });

  test('ignores a second click for 8 s', async () => {
    void press('bundle');
    await vi.advanceTimersByTimeAsync(7_999);
    void press('bundle');
    await vi.advanceTimersByTimeAsync(0);
    expect(countRequests()).toBe(1);

    await vi.advanceTimersByTimeAsync(1);
    void press('bundle');
    await vi.runAllTimersAsync();
    expect(countRequests()).toBe(2);
  });

  test('starts a new checkout without delay if the buyer has used the Back button', async () => {
    void press('bundle');
    await vi.advanceTimersByTimeAsync(1_000);
    returnWithBack();
    void press('bundle');
    await vi.runAllTimersAsync();
    expect(countRequests()).toBe(2);
  });

  test('still ignores a third click when the first click’s timer ends', async () => {
    void press('bundle');
    await vi.advanceTimersByTimeAsync(1_000);
    returnWithBack();
    void press('bundle');
    await vi.advanceTimersByTimeAsync(7_000);
    void press('bundle');
    await vi.advanceTimersByTimeAsync(0);
    expect(countRequests()).toBe(2);
    await vi.runAllTimersAsync();
  });
});

test('closes the new tab and shows an error each time a checkout fails', async () => {
  const failedCheckout = [
    'tab opened',
    'tab closed',
    'Payment error / There was an error processing your payment. Please try again.',
  ];
  openPage({ userAgent: COMPUTER, width: 1280, isOnline: false });
  await press('bundle');
  await press('bundle');
  expect(steps).toEqual([...failedCheckout, ...failedCheckout]);
});

test.each(['fetch', 'AbortController'])(
  'submits the form in a browser without %s',
  async (missing) => {
    openPage({ userAgent: COMPUTER, width: 1280 });
    vi.stubGlobal(missing, undefined);
    await press('bundle');
    expect(steps).toEqual(['tab opened', 'tab closed', 'form submitted']);
  },
);

/** Opens a page of the shop with this query in the same tab and captures the promotion code. */
const visit = (query: string): void => {
  const url = new URL(query, 'https://shop.example');
  vi.stubGlobal('location', url);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: null, _title: string, address: URL) => {
      vi.stubGlobal('location', new URL(address));
    },
  });
  capturePromotionCode();
};

describe('the promotion code in a link', () => {
  beforeEach(() => void fakeStorage('sessionStorage'));

  test.each([
    { name: 'a plain code', query: '?code=SPRING', code: 'SPRING' },
    { name: 'a code with a trailing space', query: '?code=SPRING%20', code: 'SPRING' },
    {
      name: 'a code between a no-break space and a period',
      query: '?code=%C2%A0SPRING.',
      code: 'SPRING',
    },
    { name: 'a code with an invisible space', query: '?code=SP%E2%80%8BRING', code: 'SPRING' },
    {
      name: 'a code of 100 characters',
      query: `?code=${'A'.repeat(100)}`,
      code: 'A'.repeat(100),
    },
  ])('reads $name and removes it from the URL', ({ query, code }) => {
    visit(query);
    expect(readPromotionCode()).toBe(code);
    expect(location.search).toBe('');
  });

  test.each([
    { name: 'a sentence as its code', query: '?code=You+won+%241000' },
    { name: 'HTML as its code', query: '?code=%3Cb%3E' },
    { name: 'a code of 101 characters', query: `?code=${'A'.repeat(101)}` },
    { name: 'an empty code', query: '?code=' },
    { name: 'no code parameter', query: '' },
  ])('reads no code from a link with $name', ({ query }) => {
    visit(query);
    expect(readPromotionCode()).toBe('');
  });

  test.each([
    { name: 'keeps the code on the next page', next: '/faqs', code: 'SPRING' },
    {
      name: 'replaces the code with the one in a later link',
      next: '/?code=SUMMER',
      code: 'SUMMER',
    },
    { name: 'forgets the code after a link with an empty code', next: '/?code=', code: '' },
  ])('$name', ({ next, code }) => {
    visit('/?code=SPRING');
    visit(next);
    expect(readPromotionCode()).toBe(code);
  });
});

describe('a promotion code that the buyer removes', () => {
  beforeEach(() => void vi.stubGlobal('dispatchEvent', () => true));

  test('does not restore the code on the next page', () => {
    fakeStorage('sessionStorage');
    visit('/?code=SPRING');
    forgetPromotionCode();
    expect(readPromotionCode()).toBe('');
    visit('/faqs');
    expect(readPromotionCode()).toBe('');
  });

  test('removes the code from the URL in a browser that blocks storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    visit('/?code=SPRING');
    expect(readPromotionCode()).toBe('SPRING');
    forgetPromotionCode();
    expect(readPromotionCode()).toBe('');
    expect(location.search).toBe('');
  });
});
