import { expect, test } from 'vitest';
import { sessionIn } from '../buyer.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const BUY = '/api/create-payment';

/** What bodies.test.ts has of them, one row for each route. */
test.each([
  ['create-payment', 16],
  ['find-purchase', 16],
  ['verify-payment', 16],
  ['secure-file-access', 16],
  ['stripe-webhook', 512],
])('%s refuses a broken body, and one of more than %i kB', async (route, most) => {
  const headers = { 'content-type': 'application/json' };
  const send = (body: string) => shop.call(`/api/${route}`, { method: 'POST', body, headers });
  const code = route === 'stripe-webhook' ? 'signature_invalid' : 'invalid_request';
  await expectProblem(await send('{"prod'), 400, code);
  await expectProblem(await send(' '.repeat(most * 1024)), 400, code);
  await expectProblem(await send(' '.repeat(most * 1024 + 1)), 413, 'body_too_large');
});

const CLAIMS = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  forwarded: 'host=evil.example;proto=gopher',
  referer: 'https://evil.example/page',
};
test('whatever the headers say, Stripe sends a buyer back to the configured address', async () => {
  const response = await shop.post(`https://evil.example${BUY}`, { productType: 'bundle' }, CLAIMS);
  const { url } = await response.json();
  const session = await shop.stripe.checkout.sessions.retrieve(sessionIn(url));
  expect(session.success_url).toMatch(`${shop.siteUrl}/payment-success?`);
  expect(session.cancel_url).toBe(`${shop.siteUrl}/payment-canceled`);
  expect(JSON.stringify(session)).not.toMatch(/evil|gopher/);
});

test('whatever the headers say, a page without JavaScript names no other address', async () => {
  const init = { method: 'POST', headers: CLAIMS };
  const page = await shop.call('https://evil.example/guide-download?session_id=cs_test_no', init);
  expect(await page.text()).not.toMatch(/evil|gopher/);
});
