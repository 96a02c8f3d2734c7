import type { Browser, Page } from '@playwright/test';

const paidOrder = (stripe_session_id: string) => ({
  stripe_session_id,
  status: 'paid',
  amount: 899,
  currency: 'USD',
  product_type: 'individual_guide_6_10',
  guide_name: 'Money-Smart Kids: Ages 6-10',
  created_at: '2026-11-01T12:00:00.000Z',
});

/** A request for the ad service's tag, with the page's address at that moment. */
type TagRequest = {
  readonly url: string;
  readonly addressThen: string;
  readonly referer: string | undefined;
};

/** Waits until a page has done all that follows from its orders: an order number is a digest. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/**
 * A parent's browser without a past. Every session is paid, or has another status. The tag's script is empty; every
 * request elsewhere is kept.
 */
export const openParent = async (browser: Browser, site: string, status = 'paid') => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const tag: TagRequest[] = [];
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(site)) elsewhere.push(request.url());
  });
  await context.route('**/api/verify-payment', (route) => {
    const { sessionId } = route.request().postDataJSON();
    const order = status === 'paid' ? paidOrder(sessionId) : null;
    return route.fulfill({ json: { status, order } });
  });
  await context.route('https://www.googletagmanager.com/**', async (route) => {
    const request = route.request();
    const { referer } = await request.allHeaders();
    tag.push({ url: request.url(), addressThen: request.frame().url(), referer });
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return {
    page,
    tag,
    elsewhere,
    question: page.getByText('May we tell our ad service'),
    /** Opens the page of an order, and waits until it has asked or sent what it will. */
    open: async (session: string, words = 'Order confirmed'): Promise<void> => {
      await page.goto(`${site}/payment-success?session_id=${session}`);
      await page.getByText(words).waitFor();
      await settle(page);
    },
    answer: async (name: string): Promise<void> => {
      await page.getByRole('button', { name }).click();
      await page.getByText('Thank you. We’ll remember that.').waitFor();
    },
    /** The commands that the tag finds waiting for it. */
    commands: (): Promise<unknown[][]> =>
      page.evaluate(() =>
        (window.dataLayer ?? []).map((command) => Array.from(command as ArrayLike<unknown>)),
      ),
  };
};
