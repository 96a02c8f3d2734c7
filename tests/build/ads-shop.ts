import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';

/** Where the built site is, for a browser whose requests are answered by the test. */
export const SHOP = 'http://localhost';

/** Serves a built site, `/page` from page.html. */
const serveSite = (context: BrowserContext, outDir: string): Promise<unknown> =>
  context.route(`${SHOP}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = path.join(outDir, path.extname(pathname) ? pathname : `${pathname}.html`);
    return route.fulfill(existsSync(file) ? { path: file } : { status: 404 });
  });

const paidOrder = (stripe_session_id: string) => ({
  stripe_session_id,
  status: 'paid',
  amount: 899,
  currency: 'USD',
  product_type: 'individual_guide_6_10',
  guide_name: 'Money-Smart Kids: Ages 6-10',
  created_at: '2026-11-01T12:00:00.000Z',
});

/** Every session has a paid order. */
const answerPaid = async (context: BrowserContext): Promise<void> => {
  await context.route('**/api/verify-payment', (route) => {
    const { sessionId } = route.request().postDataJSON();
    return route.fulfill({ json: { status: 'paid', order: paidOrder(sessionId) } });
  });
  await context.route('**/api/orders?*', (route) => {
    const session = new URL(route.request().url()).searchParams.get('session_id') ?? '';
    return route.fulfill({ json: { order: paidOrder(session) } });
  });
};

/** A request for the ad service's tag, with the page's address at that moment. */
type TagRequest = {
  readonly url: string;
  readonly addressThen: string;
  readonly referer: string | undefined;
};

/** A parent's browser without a past. The tag's script is empty; every request elsewhere is kept. */
export const openParent = async (browser: Browser, outDir: string) => {
  const context = await browser.newContext();
  const tag: TagRequest[] = [];
  const elsewhere: string[] = [];
  await serveSite(context, outDir);
  await answerPaid(context);
  context.on('request', (request) => {
    if (!request.url().startsWith(SHOP)) elsewhere.push(request.url());
  });
  await context.route('https://www.googletagmanager.com/**', async (route) => {
    const request = route.request();
    const addressThen = request.frame().url();
    const { referer } = await request.allHeaders();
    tag.push({ url: request.url(), addressThen, referer });
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return { context, page: await context.newPage(), tag, elsewhere };
};
