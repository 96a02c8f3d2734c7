import { describe, expect, test, vi } from 'vitest';
import { deed, openSession, verify } from '../shop/buying.ts';
import {
  asking,
  atOnce,
  fill,
  newClient,
  nextWindow,
  oneBySecond,
  session,
  shop,
  statusesOf,
} from './limited-shop.ts';

describe('a session that is asked for', () => {
  test('and has no order is asked for 30 times a minute by one client', async () => {
    const client = newClient();
    expect(await oneBySecond('cs_test_nobody', 4, client)).toEqual([200, 200, 200, 429]);
    // What is recorded is open to the same client all the same, and so is what waits for a bank.
    expect((await asking(session, client)).status).toBe(200);
    nextWindow();
    expect((await asking('cs_test_nobody', client)).status).toBe(200);
  });

  test('and waits for its bank is asked for as often as a page does', async () => {
    const waiting = await openSession(shop, 'bundle');
    await deed(shop, 'pay', { session: waiting, method: 'bank', settle: 'never' });
    expect(await verify(shop, waiting)).toMatchObject({ status: 'pending' });
    nextWindow();
    expect(new Set(await oneBySecond(waiting, 8))).toEqual(new Set([200]));
  });

  test('is asked for at Stripe 15 times a second by all clients and instances', async () => {
    const before = shop.callsTo('stripe');
    expect(await atOnce('cs_test_nobody', 4)).toEqual([200, 429, 429, 429]);
    expect(shop.callsTo('stripe') - before).toBe(1);
    const refused = await asking('cs_test_nobody', newClient());
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await atOnce('cs_test_nobody', 1)).toEqual([200]);
  });

  test('and is recorded as paid is never shut out by strangers', async () => {
    expect(await atOnce('cs_test_nobody', 4)).toContain(429);
    for (const route of ['secure-file-access', 'files'] as const) {
      for (let stranger = 0; stranger < 7; stranger += 1) await fill(route, newClient());
      expect(await statusesOf(route, newClient())).toEqual([200]);
    }
  });

  test('is answered from Stripe while Redis is down, as fast as this instance may ask', async () => {
    const client = newClient();
    vi.spyOn(console, 'error').mockReturnValue();
    shop.failRedis('500');
    // Nobody knows whether it is recorded, so this is not cut off after three.
    expect(await oneBySecond(session, 5, client)).toEqual([200, 200, 200, 200, 200]);
    expect((await asking(session, client)).status).toBe(429);
    vi.mocked(console.error).mockRestore();
  });
});
