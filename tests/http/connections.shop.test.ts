import { expect, test } from 'vitest';
import { buy, control, expectStatus } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { proxies } = await hostedServices();
const session = await buy(shop, 'bundle');

const CALLS: Readonly<Record<string, () => Promise<Response>>> = {
  'create-payment': () => shop.post('/api/create-payment', { productType: 'bundle' }),
  'verify-payment of what nobody paid': () =>
    shop.post('/api/verify-payment', { sessionId: 'cs_test_nobody' }),
  'verify-payment, with files': () =>
    shop.post('/api/verify-payment', { sessionId: session, files: true }),
  'a guide': async () => shop.call(await linkTo(shop, 'guide-1', session)),
};

const CALLS_IN_A_ROW = 12;
/** A request right behind another may take a second one, and those at once take one each. */
const MOST_CONNECTIONS = 4;

const connections = () => [proxies.redis, proxies.stripe].map((proxy) => proxy.connections());

// Node closes a connection to Blobs behind each HEAD, which is nothing of the shop's.
test.each(Object.entries(CALLS))(
  'the calls of an instance share its connections to Redis and Stripe: %s',
  async (_name, call) => {
    const before = connections();
    for (let time = 0; time < CALLS_IN_A_ROW; time += 1) {
      const response = await call();
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const opened = connections().map((count, at) => count - (before[at] ?? 0));
    expect(Math.max(...opened)).toBeLessThanOrEqual(MOST_CONNECTIONS);
  },
);

test('a file that is opened for who may not have it any more is let go of', async () => {
  const refunded = await buy(shop, 'individual_guide_6_10');
  const link = await linkTo(shop, 'guide-1', refunded);
  await control(shop, 'refund', { session: refunded });
  await expectStatus(shop, refunded, 'refunded');
  // Each that is not let go of keeps one.
  for (let time = 0; time < 3 * MOST_CONNECTIONS; time += 1) {
    await expectProblem(await shop.call(link), 403, 'access_denied');
  }
  await expect.poll(proxies.blobs.openConnections).toBeLessThanOrEqual(MOST_CONNECTIONS);
});
