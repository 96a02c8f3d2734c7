import { expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
vi.spyOn(console, 'log').mockReturnValue();

const readRuns = async () => (await owner.call('/api/admin/reconciler')).text();

test('the owner reads when the reconciler last ran, and which orders it healed, by number', async () => {
  expect(JSON.parse(await readRuns())).toEqual({ last: null, news: [] });
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buy(shop, 'bundle');
  for (let run = 0; run < 2; run += 1) await shop.post('/.netlify/functions/reconcile', {});
  await shop.redis.lpush('reconciler-news:dev', 'not a report');
  const text = await readRuns();
  expect(text).not.toContain('cs_');
  const { last, news } = JSON.parse(text);
  const healed = [await orderNumber(session)];
  expect(news).toEqual([{ ...last, at: expect.any(String), healed }]);
  expect(last).toMatchObject({ sessions: 1, failed: 0, healed: [] });
});
