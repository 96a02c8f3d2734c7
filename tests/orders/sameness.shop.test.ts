import { expect, test } from 'vitest';
import { access, buy, control, openSession, setFaults } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

/** At the same Stripe account, but sold by somebody else. */
const foreignSession = async (): Promise<string> => {
  const kite = { currency: 'usd', unit_amount: 1999, product_data: { name: 'A kite' } };
  const { id: session } = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: kite }],
    success_url: 'https://kites.example',
  });
  await setFaults(shop, { webhooks: { hold: true } });
  await control(shop, 'pay', { session, card: '4242424242424242' });
  return session;
};
const expired = await openSession(shop, 'bundle');
await shop.stripe.checkout.sessions.expire(expired);

/** Sessions that give nobody anything. */
const WORTHLESS: Readonly<Record<string, string>> = {
  unknown: `cs_test_${'a1'.repeat(29)}`,
  'shorter than Stripe makes them': 'cs_live_x',
  open: await openSession(shop, 'bundle'),
  expired,
  'foreign and paid': await foreignSession(),
};

const REQUEST_ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** All that a caller sees, but for the id of the request. */
const seen = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => name !== 'x-request-id'),
  body: (await response.text()).replace(REQUEST_ID, 'request-id'),
});

test.each<readonly [name: string, ask: (session: string) => Promise<Response>]>([
  ['verify-payment', (sessionId) => shop.post('/api/verify-payment', { sessionId })],
  ['orders', (session) => shop.call(`/api/orders?session_id=${session}`)],
  ['secure-file-access', (session) => access(shop, 'bundle', session)],
  [
    'the page without scripts',
    (session) => shop.call(`/guide-download?session_id=${session}`, { method: 'POST' }),
  ],
])('%s answers every worthless session to the byte alike, at the same cost', async (_name, ask) => {
  const answers = new Map<string, object>();
  for (const [kind, session] of Object.entries(WORTHLESS)) {
    const before = shop.calls();
    const answer = await seen(await ask(session));
    answers.set(kind, { ...answer, cost: shop.callsSince(before) });
  }
  expect(answers.get('unknown')).toMatchObject({ cost: [2, 1, 0] });
  for (const [kind, answer] of answers) {
    expect(answer, kind).toEqual(answers.get('unknown'));
  }
});

test.each([
  ['the buyer of another guide', 'individual_guide_11_14', 'guide-1'],
  ['who bought one guide and asks for all', 'individual_guide_6_10', 'bundle'],
])('a file is refused to %s as to anybody', async (_who, bought, product) => {
  const unknown = await seen(await access(shop, 'guide-1', 'cs_test_nobody'));
  expect(unknown.status).toBe(403);
  expect(await seen(await access(shop, product, await buy(shop, bought)))).toEqual(unknown);
});
