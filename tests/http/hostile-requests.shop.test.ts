import { describe, expect, test } from 'vitest';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const BUY = '/api/create-payment';
const KB = 1024;

const send = (at: string, body: BodyInit, type = 'application/json') =>
  shop.call(at, { method: 'POST', body, headers: { 'content-type': type } });

/** What bodies.test.ts has of them, one row for each route. */
test.each(['create-payment', 'find-purchase', 'verify-payment', 'secure-file-access'])(
  '%s refuses a broken body, and one of more than 16 kB',
  async (route) => {
    await expectProblem(await send(`/api/${route}`, '{"prod'), 400, 'invalid_request');
    const long = ' '.repeat(16 * KB + 1);
    await expectProblem(await send(`/api/${route}`, long), 413, 'body_too_large');
  },
);

test('stripe-webhook refuses a body of more than 512 kB', async () => {
  const sent = await send('/api/stripe-webhook', ' '.repeat(512 * KB + 1));
  await expectProblem(sent, 413, 'body_too_large');
});

const CLAIMS = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  forwarded: 'host=evil.example;proto=gopher',
  'x-original-url': 'https://evil.example/',
  'x-rewrite-url': 'https://evil.example/',
  referer: 'https://evil.example/page',
};
/** Called by an address that is not the shop's. */
const evil = (at: string) => `https://evil.example${at}`;

/** What a browser without scripts sends. */
const sendForm = (body: string): Promise<Response> =>
  shop.call(evil(`${BUY}?next=https://evil.example`), {
    method: 'POST',
    body: new URLSearchParams(body),
    headers: { ...CLAIMS, accept: 'text/html' },
  });

describe('where the shop sends a buyer', () => {
  test('after paying is the configured address, whatever the headers say', async () => {
    const response = await shop.post(evil(BUY), { productType: 'bundle' }, CLAIMS);
    const { url } = await response.json();
    const id = /cs_test_\w+/.exec(url)?.[0] ?? '';
    const session = await shop.stripe.checkout.sessions.retrieve(id);
    expect(session.success_url).toMatch(`${shop.siteUrl}/payment-success?`);
    expect(session.cancel_url).toBe(`${shop.siteUrl}/payment-canceled`);
    expect(JSON.stringify(session)).not.toMatch(/evil|gopher/);
  });

  test('by a redirect is Stripe', async () => {
    const paying = (await sendForm('productType=bundle')).headers.get('location') ?? '';
    expect(new URL(paying).pathname).toMatch(/^\/c\/pay\/cs_test_/);
    expect((await fetch(paying)).status).toBe(200);
  });

  test.each([
    'productType=nothing',
    'productType=bundle&next=https://evil.example',
    'productType=//evil.example',
  ])('or a page of the address they are at, not for a form to say: %s', async (form) => {
    expect((await sendForm(form)).headers.get('location')).toBe('/payment-error');
  });

  test('for a file is a path of the address they are at', async () => {
    const init = { method: 'POST', headers: CLAIMS };
    const page = await shop.call(evil('/guide-download?session_id=cs_test_nobody'), init);
    expect(await page.text()).not.toMatch(/evil|gopher/);
  });
});
