import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buy, download, post } from '../../buyer.ts';
import { productOf } from '../../catalogue.ts';
import { ownerClient } from '../../shop/owner.ts';
import { makePdf } from '../../shop/pdfs.ts';
import { onlyIf } from '../../tools.ts';
import { CONTEXTS, type Context, DEPLOYS, type Deploys, openDeploys } from './open-deploys.ts';
import { installPackages } from './packages.ts';
import { ROUTES } from './routes.ts';

const missing = await installPackages();
const whereBuilt = onlyIf(missing === null, missing ?? '');

let deploys: Deploys;
const at: Deploys['at'] = (context) => deploys.at(context);
/** The first guide, another one in each deploy. */
const guides = new Map<Context, Uint8Array<ArrayBuffer>>();

beforeAll(async () => {
  if (missing !== null) return;
  deploys = await openDeploys();
  process.env['ADMIN_PASSWORD'] = deploys.ownerPassword;
  for (const context of CONTEXTS) {
    const bytes = await makePdf({ title: `Guide 1 of ${context}` });
    const owner = await ownerClient(at(context));
    const { ok, status } = await owner.inParts({ bytes });
    if (!ok) throw new Error(`${context} answered the upload of a guide ${status}`);
    guides.set(context, bytes);
  }
});
afterAll(() => deploys?.close());

const isLive = (context: Context): boolean => context === 'production';

const ordersKept = (session: string): Promise<string[]> => deploys.redis.keys(`order:*:${session}`);

const SCHEDULES: Readonly<Record<string, string>> = {
  reconcile: '*/10 * * * *',
  'send-announcements': '*/5 * * * *',
};

describe.each(CONTEXTS)('what Netlify’s own build makes of %s', whereBuilt, (context) => {
  test('has every function with its addresses, its schedule and its runtime', () => {
    const { functions } = at(context).build;
    const routes = functions.map(({ name, routes: own = [] }) => [
      name,
      own.map(({ pattern }) => pattern),
    ]);
    expect(Object.fromEntries(routes)).toEqual(ROUTES);
    for (const { name, schedule, ...about } of functions) {
      expect(schedule, name).toBe(SCHEDULES[name]);
      // The others answer 405 themselves; here a GET is the static page's.
      const method = name === 'purchase-page' ? ['POST'] : [];
      for (const { methods } of about.routes ?? []) expect(methods, name).toEqual(method);
      expect(about, name).toMatchObject({
        bundler: 'none',
        invocationMode: 'stream',
        runtime: 'js',
        runtimeVersion: 'nodejs24.x',
      });
    }
  });

  test('holds no secret, the site’s files included', () => {
    const [, scanned, found] =
      /Secrets scanning complete\. (\d+) file\(s\) scanned\. (.*)/.exec(at(context).build.output) ??
      [];
    expect(found).toMatch(/^No secrets detected/);
    expect(Number(scanned)).toBeGreaterThan(500);
  });

  test('names its own address, and lets search engines into production alone', () => {
    const { build, siteUrl } = at(context);
    for (const file of ['index.html', 'robots.txt', 'sitemap-0.xml']) {
      expect(readFileSync(path.join(build.site, file), 'utf8'), file).toContain(siteUrl);
    }
    const file = path.join(build.site, '_headers');
    const rules = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(rules).toBe(isLive(context) ? '' : '/*\n  X-Robots-Tag: noindex\n');
  });
});

describe.each(CONTEXTS)('a parent of %s', whereBuilt, (context) => {
  let session: string;

  test('buys, comes back to the deploy where they began, and gets a receipt that leads there', async () => {
    const { site, siteUrl, stripe } = at(context);
    session = await buy(site, 'guide-1');
    // The webhook has come by then, where there is one.
    const key = `order:${context}:${session}`;
    expect(await ordersKept(session)).toEqual(isLive(context) ? [key] : []);
    const { success_url, cancel_url } = await stripe.checkout.sessions.retrieve(session);
    expect(new URL(success_url ?? '').origin).toBe(siteUrl);
    expect(new URL(cancel_url ?? '').origin).toBe(siteUrl);
    const { status } = await post(site, '/api/verify-payment', { sessionId: session });
    expect(status).toBe('paid');
    expect(await ordersKept(session)).toEqual([key]);
    const link = `${siteUrl}/guide-download?session_id=${session}\n`;
    await expect
      .poll(async () => (await deploys.mails()).some((text) => text.includes(link)))
      .toBe(true);
  });

  test('is one of its own pages, and no page of another deploy', async () => {
    const body = { productType: productOf('guide-1').product_type };
    for (const other of CONTEXTS) {
      const origin = DEPLOYS[other].siteUrl;
      const { status } = await at(context).post('/api/create-payment', body, { origin });
      expect(status, other).toBe(other === context ? 200 : 403);
    }
  });

  test('holds the file, whole and in parts', async () => {
    const { site, call } = at(context);
    const guide = guides.get(context) ?? new Uint8Array();
    // Behind it, what brings the order's number.
    const copy = await (await download(site, session)).bytes();
    expect(copy.subarray(0, guide.byteLength)).toEqual(guide);
    expect(Buffer.from(copy).toString('latin1')).toContain('(Order MSK-');

    const asked = { product_id: 'guide-1', session_id: session };
    const { files } = await post(site, '/api/secure-file-access', asked);
    const rest = await call(files[0].downloadUrl, { headers: { range: 'bytes=100-' } });
    expect(rest.status).toBe(206);
    expect(await rest.bytes()).toEqual(copy.subarray(100));
  });

  test('reads the pages of the deploy: its files without JavaScript, and its 404 page', async () => {
    const { call, build, log } = at(context);
    const page = await call(`/guide-download?session_id=${session}`, { method: 'POST' });
    expect(await page.text()).toContain('/api/files/');
    const lost = await call('/lost?session_id=cs_test_key');
    expect(lost.status).toBe(404);
    expect(await lost.text()).toBe(readFileSync(path.join(build.site, '404.html'), 'utf8'));
    expect(log('not-found')).toContain('404 /lost\n');
  });

  test('finds no order of another deploy', async () => {
    for (const other of CONTEXTS.filter((one) => one !== context)) {
      const { order } = await (
        await fetch(`${at(other).site}/api/orders?session_id=${session}`)
      ).json();
      expect(order, other).toBeNull();
      const access = { product_id: 'guide-1', session_id: session };
      expect((await at(other).post('/api/secure-file-access', access)).status, other).toBe(403);
    }
    expect(await ordersKept(session)).toEqual([`order:${context}:${session}`]);
  });
});

describe('an order of production whose buyer never comes back', whereBuilt, () => {
  test.each([
    ['as text', false],
    ['in base64', true],
  ])('is recorded by the webhook, its body passed on %s', async (_how, inBase64) => {
    const { site, stripe, call } = at('production');
    await deploys.holdWebhooks();
    const session = await buy(site, 'guide-2');
    const payload = JSON.stringify({
      id: `evt_${session.slice(-12)}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { object: 'checkout.session', id: session, payment_status: 'paid' } },
    });
    const send = async (secret: string): Promise<number> => {
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const init = { method: 'POST', headers, body: payload };
      return (await call('/api/stripe-webhook', init, { inBase64 })).status;
    };
    expect(await send('whsec_other')).toBe(400);
    expect(await ordersKept(session)).toEqual([]);
    expect(await send(deploys.webhookSecret)).toBe(200);
    expect(await ordersKept(session)).toEqual([`order:production:${session}`]);
  });

  test.each([
    ['with the context of the deploy', { 'x-nf-deploy-context': 'production' }],
    ['without it', {}],
  ])('is healed by the schedule, called %s', async (_how, told) => {
    const { site, siteUrl, firstCall } = at('production');
    await deploys.holdWebhooks();
    const session = await buy(site, 'guide-3');
    expect(await ordersKept(session)).toEqual([]);
    const call = new Request(`${siteUrl}/.netlify/functions/reconcile`, {
      method: 'POST',
      headers: { 'x-nf-event': 'schedule', ...told },
      body: JSON.stringify({ next_run: new Date().toISOString() }),
    });
    const response = await firstCall('reconcile', call);
    expect(await response.json()).toMatchObject({ healed: 1, failed: 0 });
    expect(await ordersKept(session)).toEqual([`order:production:${session}`]);
  });
});
