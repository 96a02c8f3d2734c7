import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@netlify/functions';
import { expect, test } from 'vitest';
import { headerFaults } from '../headers.ts';
import { access, buy, setFaults } from '../shop/buying.ts';
import { FUNCTIONS, type Handler } from '../shop/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

type Call = () => Promise<Response>;

const NAMES = readdirSync(FUNCTIONS).map((file) => path.basename(file, '.ts'));

const load = (name: string): Promise<{ default: Handler; config: Config }> =>
  import(path.join(FUNCTIONS, `${name}.ts`));

const form = (fields: Record<string, string>, accept: string): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { accept },
});

const asPage = 'text/html';

const ticketOf = async (): Promise<string> => {
  const session = await buy(shop, 'individual_guide_6_10');
  const { files } = await (await access(shop, 'guide-1', session)).json();
  return files[0].downloadUrl;
};

/** Answers of a function that went amiss on the way; those that go well are in outside-calls.test.ts. */
const AMISS: readonly Call[] = [
  () => shop.call('/api/create-payment', form({ productType: 'none' }, asPage)),
  () => shop.call('/api/create-payment', form({ productType: 'none' }, 'application/json')),
  () => shop.post('/api/create-payment', { productType: 'x'.repeat(20_000) }),
  () => access(shop, 'guide-1', 'cs_test_nobody'),
  async () => shop.call(await ticketOf(), { headers: { range: 'bytes=99999999-' } }),
  () => shop.call('/guide-download?session_id=cs_test_nobody', { method: 'POST' }),
  () => shop.call('/no-such-page'),
  () => shop.call('/404.html'),
];

test.each(NAMES)(
  '%s sends every security header with errors too, to whatever method',
  async (name) => {
    const { default: handle, config } = await load(name);
    for (const pattern of [config.path ?? '/'].flat()) {
      const address = new URL(pattern.replace(/[:*].*$/, 'none'), shop.siteUrl);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await handle(new Request(address, { method }));
        expect(headerFaults(response.headers, 'answer'), `${method} ${pattern}`).toEqual([]);
      }
    }
  },
);

test('answers to what cannot be served send them', async () => {
  for (const call of AMISS) {
    const response = await call();
    expect([303, 400, 403, 404, 413, 416]).toContain(response.status);
    expect(headerFaults(response.headers, 'answer'), String(response.status)).toEqual([]);
  }
});

test('answers while Stripe is down send them, to scripts and to plain forms', async () => {
  await setFaults(shop, { api: { status: 500 } });
  const fields = { productType: 'bundle' };
  for (const accept of [asPage, 'application/json']) {
    const response = await shop.call('/api/create-payment', form(fields, accept));
    expect(response.status).toBe(accept === asPage ? 303 : 502);
    expect(headerFaults(response.headers, 'answer')).toEqual([]);
  }
  await setFaults(shop, {});
});
