import { expect, test } from 'vitest';
import { buy, control, expectStatus, openSession } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { proxies } = await hostedServices();
const session = await buy(shop, 'bundle');

const connections = () => proxies.redis.connections() + proxies.stripe.connections();
const TIMES = 12;
/** A request right behind another may take a second one, and those at once take one each. */
const MOST_CONNECTIONS = 4;

// Node closes a connection to Blobs behind each HEAD, which is nothing of the shop's.
test('the calls of an instance share its connections to Redis and Stripe', async () => {
  const before = connections();
  for (let time = 0; time < TIMES; time += 1) {
    await openSession(shop, 'bundle');
    await (await shop.call(await linkTo(shop, 'guide-1', session))).arrayBuffer();
  }
  expect(connections() - before).toBeLessThanOrEqual(2 * MOST_CONNECTIONS);
});

test('a file that is opened for who may not have it any more is let go of', async () => {
  const refunded = await buy(shop, 'individual_guide_6_10');
  const link = await linkTo(shop, 'guide-1', refunded);
  await control(shop, 'refund', { session: refunded });
  await expectStatus(shop, refunded, 'refunded');
  // Each that is not let go of keeps one.
  for (let time = 0; time < TIMES; time += 1) {
    await expectProblem(await shop.call(link), 403, 'access_denied');
  }
  await expect.poll(proxies.blobs.openConnections).toBeLessThanOrEqual(MOST_CONNECTIONS);
});
