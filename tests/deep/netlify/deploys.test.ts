import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadRoutes } from '../../../netlify/local/routes.ts';
import { buy, download, post } from '../../buyer.ts';
import { productOf } from '../../catalogue.ts';
import { withoutLine } from '../../project.ts';
import { GUIDE, ownerClient } from '../../shop/owner.ts';
import { makePdf } from '../../shop/pdfs.ts';
import { onlyIf } from '../../tools.ts';
import { installPackages } from './build.ts';
import { CONTEXTS, type Context, openDeploys } from './open-deploys.ts';

const missing = await installPackages();
const whereBuilt = onlyIf(missing === null, missing ?? '');

let deploys: Awaited<ReturnType<typeof openDeploys>>;
beforeAll(async () => {
  if (missing !== null) return;
  deploys = await openDeploys();
  process.env['ADMIN_PASSWORD'] = deploys.ownerPassword;
  for (const context of CONTEXTS) {
    const bytes = await makePdf({ title: `Guide 1 of ${context}` });
    const owner = await ownerClient(deploys.at(context));
    await owner.upload({ bytes });
    const published = await owner.call(`/api/admin/guides/${GUIDE.product}/file`);
    guides.set(context, withoutLine(Buffer.from(await published.arrayBuffer())));
  }
});
/** The first guide, another one in each deploy. */
const guides = new Map<Context, Buffer>();
afterAll(() => deploys?.close());

const ordersKept = (session: string): Promise<string[]> => deploys.redis.keys(`order:*:${session}`);

describe.each(CONTEXTS)('Netlify’s own build of %s', whereBuilt, (context) => {
  const isLive = context === 'production';
  const other: Context = isLive ? 'deploy-preview' : 'production';
  let session: string;

  test('reads the routes of every function from its bundle', async () => {
    const { functions } = deploys.at(context).build;
    const read = functions.map(({ name, schedule, routes = [], excludedRoutes = [] }) => ({
      name,
      schedule,
      paths: routes.map(({ pattern }) => pattern),
      excluded: excludedRoutes.map(({ pattern }) => pattern),
      methods: [...new Set(routes.flatMap(({ methods = [] }) => methods))],
      preferStatic: routes.some((route) => route.prefer_static),
    }));
    const claimed = (await loadRoutes()).map(({ name, config }) => ({
      name,
      schedule: config.schedule,
      paths: [config.path ?? []].flat(), // a scheduled one has none
      excluded: [config.excludedPath ?? []].flat(),
      methods: [config.method ?? []].flat(),
      preferStatic: config.preferStatic ?? false,
    }));
    const byName = Object.fromEntries(claimed.map((one) => [one.name, one]));
    expect(Object.fromEntries(read.map((one) => [one.name, one]))).toEqual(byName);
  });

  test('deploys no secret', () => {
    const { output } = deploys.at(context).build;
    const scan = /Secrets scanning complete\. (\d+) file\(s\) scanned\. No secrets detected/;
    // With the site's files: there are fewer functions.
    expect(Number(scan.exec(output)?.[1])).toBeGreaterThan(500);
  });

  test('names its own address, and lets search engines into production alone', () => {
    const { build, siteUrl } = deploys.at(context);
    for (const file of ['index.html', 'robots.txt', 'sitemap-0.xml']) {
      expect(readFileSync(path.join(build.site, file), 'utf8'), file).toContain(siteUrl);
    }
    const file = path.join(build.site, '_headers');
    const rules = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(rules).toBe(isLive ? '' : '/*\n  X-Robots-Tag: noindex\n');
  });

  test('sells a guide that leads the buyer back to the same deploy, and gets a receipt', async () => {
    const { site, siteUrl, stripe, post: send } = deploys.at(context);
    session = await buy(site, 'guide-1');
    const key = `order:${context}:${session}`;
    // By the webhook. The preview has none.
    await expect.poll(() => ordersKept(session)).toEqual(isLive ? [key] : []);
    const { success_url } = await stripe.checkout.sessions.retrieve(session);
    expect(new URL(success_url ?? '').origin).toBe(siteUrl);
    const { status } = await post(site, '/api/verify-payment', { sessionId: session });
    expect(status).toBe('paid');
    expect(await ordersKept(session)).toEqual([key]);
    const link = `${siteUrl}/guide-download?session_id=${session}\n`;
    const links = async () => (await deploys.mails()).filter((text) => text.includes(link));
    await expect.poll(links).toHaveLength(1);

    const body = { productType: productOf('guide-1').product_type };
    const { siteUrl: origin } = deploys.at(other);
    expect((await send('/api/create-payment', body, { origin })).status).toBe(403);
  });

  test('keeps its own guides, and sends them whole and in parts', async () => {
    const { site, call } = deploys.at(context);
    const copy = Buffer.from(await (await download(site, session)).arrayBuffer());
    expect(copy.toString('latin1')).toContain('Order MSK-');
    expect(withoutLine(copy)).toEqual(guides.get(context));
    const asked = { product_id: 'guide-1', session_id: session };
    const { files } = await post(site, '/api/secure-file-access', asked);
    const rest = await call(files[0].downloadUrl, { headers: { range: 'bytes=100-' } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(copy.subarray(100));
  });

  test('knows no order of the other deploy', async () => {
    const { call, post: send } = deploys.at(other);
    const asks = await call(`/api/orders?session_id=${session}`);
    expect(await asks.json()).toMatchObject({ order: null });
    const asked = { product_id: 'guide-1', session_id: session };
    expect((await send('/api/secure-file-access', asked)).status).toBe(403);
    expect(await ordersKept(session)).toEqual([`order:${context}:${session}`]);
  });

  test('shows its files without JavaScript, and its 404 page', async () => {
    const { call, build } = deploys.at(context);
    const page = await call(`/guide-download?session_id=${session}`, { method: 'POST' });
    expect(await page.text()).toContain('/api/files/');
    const lost = await call('/lost');
    expect(lost.status).toBe(404);
    expect(await lost.text()).toBe(readFileSync(path.join(build.site, '404.html'), 'utf8'));
  });
});

test(
  'the schedule heals an order of production, called without the deploy’s context',
  whereBuilt,
  async () => {
    const { site, runScheduled, holdWebhooks } = deploys.at('production');
    await holdWebhooks();
    const session = await buy(site, 'guide-3');
    expect(await ordersKept(session)).toEqual([]);
    const report = await (await runScheduled('jobs')).json();
    expect(report).toMatchObject({ fulfilled: 1, failed: 0 });
    expect(await ordersKept(session)).toEqual([`order:production:${session}`]);
  },
);
