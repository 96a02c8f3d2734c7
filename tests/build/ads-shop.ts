import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { launchOptions } from '../browser.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves a built site, `/page` from page.html, and opens a browser for it. */
export const startAdsShop = async (outDir: string) => {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = path.join(outDir, path.extname(pathname) ? pathname : `${pathname}.html`);
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch(launchOptions);
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    browser,
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
};

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
export const openParent = async (browser: Browser, origin: string) => {
  const context = await browser.newContext();
  const tag: TagRequest[] = [];
  const elsewhere: string[] = [];
  await answerPaid(context);
  context.on('request', (request) => {
    if (!request.url().startsWith(origin)) elsewhere.push(request.url());
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
