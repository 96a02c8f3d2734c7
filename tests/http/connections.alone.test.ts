import net, { type AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { blobsContext } from '../../netlify/local/blobs.ts';
import { buy, control, expectStatus } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

/** Passes bytes on, and counts who connects. */
const startRelay = async (target: string) => {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    const onward = net.connect(Number(new URL(target).port), '127.0.0.1');
    sockets.push(socket);
    for (const one of [socket, onward]) one.on('error', () => one.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => sockets.length,
    open: () => sockets.filter((socket) => !socket.destroyed).length,
  };
};

const { env } = process;
const { edgeURL: blobsUrl } = JSON.parse(
  Buffer.from(env['NETLIFY_BLOBS_CONTEXT'] ?? '', 'base64').toString(),
);
const relays = {
  redis: await startRelay(env['UPSTASH_REDIS_REST_URL'] ?? ''),
  stripe: await startRelay(env['STRIPE_API_URL'] ?? ''),
  blobs: await startRelay(blobsUrl),
};
// Before the first call, which reads the environment.
Object.assign(env, {
  UPSTASH_REDIS_REST_URL: relays.redis.url,
  STRIPE_API_URL: relays.stripe.url,
  NETLIFY_BLOBS_CONTEXT: blobsContext(relays.blobs.url, env['UPSTASH_REDIS_REST_TOKEN'] ?? ''),
});
/** Node closes a connection to Blobs behind each HEAD, which is nothing of the shop's. */
const connections = () => [relays.redis, relays.stripe].map((relay) => relay.connections());
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

test.each(Object.entries(CALLS))(
  'the calls of an instance share its connections: %s',
  async (_name, call) => {
    const before = connections();
    for (let time = 0; time < CALLS_IN_A_ROW; time += 1) {
      const response = await call();
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const opened = connections().map((count, index) => count - (before[index] ?? 0));
    expect(Math.max(...opened), `to Redis and Stripe: ${opened}`).toBeLessThanOrEqual(
      MOST_CONNECTIONS,
    );
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
  await expect.poll(relays.blobs.open).toBeLessThanOrEqual(MOST_CONNECTIONS);
});

test('each service was reached through what counts', () => {
  const reached = Object.values(relays).map((relay) => relay.connections());
  expect(Math.min(...reached)).toBeGreaterThan(0);
});
