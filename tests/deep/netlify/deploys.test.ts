import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadRoutes } from '../../../netlify/local/routes.ts';
import { buy, download, post } from '../../buyer.ts';
import { productOf } from '../../catalog.ts';
import { withoutLine } from '../../project.ts';
import { GUIDE, ownerClient } from '../../shop/owner.ts';
import { makePdf } from '../../shop/pdfs.ts';
import { onlyIf } from '../../tools.ts';
import { installPackages } from './build.ts';
import { CONTEXTS, type Context, openDeploys } from './deploy.ts';

const missing = await installPackages();
const ifInstalled = onlyIf(missing === null, missing ?? '');

let deploys: Awaited<ReturnType<typeof openDeploys>>;
/** The PDF of the first guide in each deploy. */
const guides = new Map<Context, Buffer>();
beforeAll(async () => {
  if (missing !== null) return;
  process.env['ADMIN_PASSWORD'] = 'the password of the tests';
  deploys = await openDeploys(process.env['ADMIN_PASSWORD']);
  for (const context of CONTEXTS) {
    const bytes = await makePdf({ title: `Guide 1 of ${context}` });
    const owner = await ownerClient(deploys[context]);
    const uploaded = await owner.upload({ bytes, isConfirmed: true });
    if (!uploaded.ok) throw new Error(await uploaded.text());
    const published = await owner.call(`/api/admin/guides/${GUIDE.product}/file`);
    guides.set(context, withoutLine(Buffer.from(await published.arrayBuffer())));
  }
});

const storedOrders = (session: string): Promise<string[]> => {
  const { UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '' } =
    deploys.production.environment;
  return new Redis({ url, token }).keys(`order:*:${session}`);
};

/** The texts of the emails that a deploy has sent. */
const sentTexts = async (context: Context): Promise<string[]> => {
  const { MAIL_API_URL } = deploys[context].environment;
  const mails: { text: string }[] = await (await fetch(`${MAIL_API_URL}/inbox.json`)).json();
  return mails.map(({ text }) => text);
};

describe.each(CONTEXTS)('a %s deploy from Netlify’s own build', ifInstalled, (context) => {
  const isLive = context === 'production';
  const other: Context = isLive ? 'deploy-preview' : 'production';
  let session: string;

  test('deploys each function with the routes from its config', async () => {
    const { functions } = deploys[context].build;
    const built = functions.map(({ name, schedule, routes = [], excludedRoutes = [] }) => ({
      name,
      schedule,
      paths: routes.map(({ pattern }) => pattern),
      excluded: excludedRoutes.map(({ pattern }) => pattern),
      methods: [...new Set(routes.flatMap(({ methods = [] }) => methods))],
      preferStatic: routes.some((route) => route.prefer_static),
    }));
    const configured = (await loadRoutes()).map(({ name, config }) => ({
      name,
      schedule: config.schedule,
      paths: [config.path ?? []].flat(), // a scheduled function has none
      excluded: [config.excludedPath ?? []].flat(),
      methods: [config.method ?? []].flat(),
      preferStatic: config.preferStatic ?? false,
    }));
    expect(new Set(built)).toEqual(new Set(configured));
  });

  test('does not deploy secrets', () => {
    const { output } = deploys[context].build;
    const scan = /Secrets scanning complete\. (\d+) file\(s\) scanned\. No secrets detected/;
    // The functions have fewer files, so a larger number shows that the scan included the site.
    expect(Number(scan.exec(output)?.[1])).toBeGreaterThan(500);
  });

  test('uses its own address in its pages, robots.txt and sitemap', () => {
    const { build, siteUrl } = deploys[context];
    for (const file of ['index.html', 'robots.txt', 'sitemap-0.xml']) {
      expect(readFileSync(path.join(build.site, file), 'utf8'), file).toContain(siteUrl);
    }
  });

  test('allows search engines only in production', () => {
    const file = path.join(deploys[context].build.site, '_headers');
    const rules = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(rules).toBe(isLive ? '' : '/*\n  X-Robots-Tag: noindex\n');
  });

  test('sells a guide, returns the buyer to the same deploy and emails the receipt', async () => {
    const { site, siteUrl, environment } = deploys[context];
    session = await buy(site, 'guide-1');
    const key = `order:${context}:${session}`;
    // The webhook records the order. The preview has no webhook.
    await expect.poll(() => storedOrders(session)).toEqual(isLive ? [key] : []);
    const paid = await (await fetch(`${environment['STRIPE_API_URL']}/c/pay/${session}`)).text();
    expect(paid).toContain(`href="${siteUrl}/payment-success?session_id=${session}"`);
    const { status } = await post(site, '/api/verify-payment', { sessionId: session });
    expect(status).toBe('paid');
    expect(await storedOrders(session)).toEqual([key]);
    const link = `${siteUrl}/guide-download?session_id=${session}\n`;
    const links = async () => (await sentTexts(context)).filter((text) => text.includes(link));
    await expect.poll(links).toHaveLength(1);
  });

  test('refuses a checkout request from a page of another deploy', async () => {
    const { post: send } = deploys[context];
    const body = { productType: productOf('guide-1').product_type };
    const { siteUrl: origin } = deploys[other];
    expect((await send('/api/create-payment', body, { origin })).status).toBe(403);
  });

  test('serves its own guide as a whole file and as a range', async () => {
    const { site, call } = deploys[context];
    const copy = Buffer.from(await (await download(site, session)).arrayBuffer());
    expect(copy.toString('latin1')).toContain('Order MSK-');
    expect(withoutLine(copy)).toEqual(guides.get(context));
    const request = { product_id: 'guide-1', session_id: session };
    const { files } = await post(site, '/api/secure-file-access', request);
    const rest = await call(files[0].downloadUrl, { headers: { range: 'bytes=100-' } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(copy.subarray(100));
  });

  test('hides its orders from another deploy', async () => {
    const { call, post: send } = deploys[other];
    const response = await call(`/api/orders?session_id=${session}`);
    expect(await response.json()).toMatchObject({ order: null });
    const request = { product_id: 'guide-1', session_id: session };
    expect((await send('/api/secure-file-access', request)).status).toBe(403);
    expect(await storedOrders(session)).toEqual([`order:${context}:${session}`]);
  });
});

test(
  'records a production order without a webhook in a scheduled run without a context',
  ifInstalled,
  async () => {
    const { site, runSchedule, environment } = deploys.production;
    const faults = { method: 'PUT', body: JSON.stringify({ webhooks: { hold: true } }) };
    await fetch(`${environment['STRIPE_API_URL']}/_control/faults`, faults);
    const session = await buy(site, 'guide-3');
    expect(await storedOrders(session)).toEqual([]);
    const report = await (await runSchedule()).json();
    expect(report).toMatchObject({ fulfilled: 1, failed: 0 });
    expect(await storedOrders(session)).toEqual([`order:production:${session}`]);
  },
);
