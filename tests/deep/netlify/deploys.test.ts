import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKS_PDFS } from '../../build/function-budgets.ts';
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
  deploys = await openDeploys(CONTEXTS);
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

/** Of the ZIP; Netlify's bootstrap alone has 350 kB. */
const MOST_BYTES = 500_000;
const MOST_BYTES_WITH_PDFIUM = 2_900_000;

describe('what Netlify’s own build makes', whereBuilt, () => {
  test('has every function with its addresses, its schedule and its runtime', () => {
    for (const context of CONTEXTS) {
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
        const most = CHECKS_PDFS.includes(name) ? MOST_BYTES_WITH_PDFIUM : MOST_BYTES;
        expect(statSync(about.path).size, name).toBeLessThan(most);
      }
    }
  });

  test('holds no secret, the site’s files included', () => {
    for (const context of CONTEXTS) {
      const [, scanned, found] =
        /Secrets scanning complete\. (\d+) file\(s\) scanned\. (.*)/.exec(
          at(context).build.output,
        ) ?? [];
      expect(found, context).toMatch(/^No secrets detected/);
      expect(Number(scanned), context).toBeGreaterThan(500);
    }
  });

  test('leaves as it was built: Netlify has read that nothing is to be processed', () => {
    const [line] = /skip_processing: \w+/.exec(at('production').build.output) ?? [];
    expect(line).toBe('skip_processing: true');
  });

  test.each(CONTEXTS)(
    'names in every page and list of %s its own address, and no other',
    (context) => {
      const { build, siteUrl } = at(context);
      const read = (file: string): string => readFileSync(path.join(build.site, file), 'utf8');
      for (const file of ['index.html', 'guide-1.html', 'robots.txt', 'sitemap-0.xml']) {
        expect(read(file), file).toContain(siteUrl);
      }
      const others = CONTEXTS.filter((one) => one !== context).map((one) => DEPLOYS[one].siteUrl);
      for (const file of readdirSync(build.site, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:html|xml|txt)$/.test(file)) continue;
        expect(
          others.filter((other) => read(file).includes(other)),
          file,
        ).toEqual([]);
      }
    },
  );
});

test('search engines are kept from every deploy but production', whereBuilt, () => {
  for (const context of CONTEXTS) {
    const file = path.join(at(context).build.site, '_headers');
    const rules = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(rules, context).toBe(isLive(context) ? '' : '/*\n  X-Robots-Tag: noindex\n');
  }
});

describe.each(CONTEXTS)('a parent of %s', whereBuilt, (context) => {
  let session: string;

  test('buys, and comes back to the deploy where they began', async () => {
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
  });

  test('brings a receipt after its answer, with the way back to this deploy', async () => {
    const { site, siteUrl } = at(context);
    await deploys.setMailFaults({ delayMs: 2000, times: 1 });
    const own = await buy(site, 'guide-1');
    expect((await post(site, '/api/verify-payment', { sessionId: own })).status).toBe('paid');
    const link = `${siteUrl}/guide-download?session_id=${own}\n`;
    const isThere = async () => (await deploys.mails()).some((text) => text.includes(link));
    expect(await isThere()).toBe(false);
    await expect.poll(isThere).toBe(true);
  });

  test('is one of its own pages, in an older browser too, and no page of another deploy', async () => {
    const body = { productType: productOf('guide-1').product_type };
    for (const other of CONTEXTS) {
      const origin = DEPLOYS[other].siteUrl;
      const { status } = await at(context).post('/api/create-payment', body, { origin });
      expect(status, other).toBe(other === context ? 200 : 403);
    }
  });

  test('holds the file, whole and in parts', async () => {
    const { site } = at(context);
    const guide = guides.get(context) ?? new Uint8Array();
    const file = await download(site, session);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    // Behind it, what brings the order's number.
    const copy = await file.bytes();
    expect(copy.subarray(0, guide.byteLength)).toEqual(guide);
    expect(Buffer.from(copy).toString('latin1')).toContain('(Order MSK-');

    const { files } = await post(site, '/api/secure-file-access', {
      product_id: 'guide-1',
      session_id: session,
    });
    const link: string = files[0].downloadUrl;
    const head = await at(context).call(link, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(copy.byteLength));
    expect(await head.text()).toBe('');
    const headers = { range: 'bytes=100-', 'if-range': head.headers.get('etag') ?? '' };
    const rest = await at(context).call(link, { headers });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(
      `bytes 100-${copy.byteLength - 1}/${copy.byteLength}`,
    );
    expect(await rest.bytes()).toEqual(copy.subarray(100));
  });

  test('reads without JavaScript which files there are', async () => {
    const page = await at(context).call(`/guide-download?session_id=${session}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await page.text()).toContain('/api/files/');
  });

  test('reads the 404 page of the deploy at an address where nothing is', async () => {
    const { call, build: built, log } = at(context);
    const lost = await call('/lost?session_id=cs_test_key');
    expect(lost.status).toBe(404);
    expect(await lost.text()).toBe(readFileSync(path.join(built.site, '404.html'), 'utf8'));
    expect(log('not-found')).toContain('404 /lost\n');
  });

  test('meets 405 for a method that an address has not', async () => {
    const response = await at(context).call('/api/create-payment');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('finds no order of another deploy', async () => {
    for (const other of CONTEXTS.filter((one) => isLive(one) !== isLive(context))) {
      const { site } = at(other);
      const { order } = await (await fetch(`${site}/api/orders?session_id=${session}`)).json();
      expect(order, other).toBeNull();
      const access = { product_id: 'guide-1', session_id: session };
      expect((await at(other).post('/api/secure-file-access', access)).status, other).toBe(403);
    }
    expect(await ordersKept(session)).toEqual([`order:${context}:${session}`]);
  });
});

/** What Stripe sends for a session that was paid. */
const eventOf = (session: string): string =>
  JSON.stringify({
    id: `evt_${session.slice(-12)}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { object: 'checkout.session', id: session, payment_status: 'paid' } },
  });

const sendEvent = (body: string, signature: string, inBase64: boolean): Promise<Response> => {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return at('production').call(
    '/api/stripe-webhook',
    { method: 'POST', headers, body },
    { inBase64 },
  );
};

describe('a webhook of production', whereBuilt, () => {
  test.each([
    ['as text', false],
    ['in base64', true],
  ])('records the order, its body passed on %s', async (_how, inBase64) => {
    const { site, stripe } = at('production');
    await deploys.holdWebhooks();
    const session = await buy(site, 'guide-2');
    const payload = eventOf(session);
    const sign = (secret: string) => stripe.webhooks.generateTestHeaderString({ payload, secret });
    expect((await sendEvent(payload, sign('whsec_other'), inBase64)).status).toBe(400);
    expect(await ordersKept(session)).toEqual([]);
    expect((await sendEvent(payload, sign(deploys.webhookSecret), inBase64)).status).toBe(200);
    expect(await ordersKept(session)).toEqual([`order:production:${session}`]);
  });
});

describe('the schedule', whereBuilt, () => {
  test.each([
    ['with the context of the deploy', { 'x-nf-deploy-context': 'production' }],
    ['without it', {}],
  ])('heals an order whose webhook never came, called %s', async (_how, told) => {
    const { site, siteUrl, firstCall } = at('production');
    await deploys.holdWebhooks();
    const session = await buy(site, 'guide-3');
    expect(await ordersKept(session)).toEqual([]);
    const call = new Request(`${siteUrl}/.netlify/functions/reconcile`, {
      method: 'POST',
      headers: { 'x-nf-event': 'schedule', ...told },
      body: JSON.stringify({ next_run: new Date().toISOString() }),
    });
    const { response } = await firstCall('reconcile', call);
    expect(await response.json()).toMatchObject({ healed: 1, failed: 0 });
    expect(await ordersKept(session)).toEqual([`order:production:${session}`]);
  });
});

test(
  'a preview has neither webhook nor schedule: the buyer’s return alone records',
  whereBuilt,
  async () => {
    for (const context of CONTEXTS.filter((one) => !isLive(one))) {
      const session = await buy(at(context).site, 'guide-3');
      expect(await ordersKept(session)).toEqual([]);
      await post(at(context).site, '/api/verify-payment', { sessionId: session });
      expect(await ordersKept(session)).toEqual([`order:${context}:${session}`]);
    }
  },
);
