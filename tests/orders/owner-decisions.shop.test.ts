import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderAccess, OrderDetail } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { centsOf } from '../catalog.ts';
import { access, buyKnown, control, expectStatus, verify } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const PRICE = centsOf('bundle');

let session = '';
beforeEach(async () => {
  await shop.empty();
  pass(0);
  session = await buyKnown(shop, 'bundle');
});

const decide = async (decision: OrderAccess): Promise<OrderDetail> => {
  pass(1);
  const path = `/api/admin/orders/${orderNumberOf(session)}/access`;
  const response = await owner.post(path, { access: decision });
  expect(response.status).toBe(200);
  return response.json();
};

const refund = async (amount?: number): Promise<void> => {
  pass(1);
  await control(shop, 'refund', { session, amount });
};

const dispute = async (): Promise<void> => {
  pass(1);
  await control(shop, 'dispute', { session });
  await expectStatus(shop, session, 'disputed');
};

const status = async (): Promise<string> => (await verify(shop, session)).status;
const fileAccess = async (): Promise<number> => (await access(shop, 'bundle', session)).status;

describe('an order that the owner blocks', () => {
  test('revokes access to the files of an order that the owner blocks', async () => {
    expect((await decide('blocked')).status).toBe('blocked');
    expect(await fileAccess()).toBe(403);
  });

  test('shows the time of the first decision if the owner blocks an order twice', async () => {
    const first = await decide('blocked');
    const second = await decide('blocked');
    expect(second.access).toEqual(first.access);
  });

  test('grants access to the files of a blocked order once the owner opens its downloads', async () => {
    await decide('blocked');
    expect((await decide('open')).status).toBe('paid');
    expect(await fileAccess()).toBe(200);
  });

  test('revokes access again if the owner opens and then blocks an order’s downloads', async () => {
    await decide('blocked');
    await decide('open');
    expect((await decide('blocked')).status).toBe('blocked');
    expect(await fileAccess()).toBe(403);
  });

  test('keeps an order blocked after a refund', async () => {
    await decide('blocked');
    await refund();
    await shop.runSchedule();
    expect(await status()).toBe('blocked');
  });

  test('treats a blocked order as paid if the owner opens its downloads after a refund', async () => {
    await decide('blocked');
    await refund();
    await shop.runSchedule();
    expect((await decide('open')).status).toBe('paid');
  });
});

describe('an order whose downloads the owner opens', () => {
  test('grants access to the files of a refunded order once the owner opens its downloads', async () => {
    await refund();
    await expectStatus(shop, session, 'refunded');
    expect((await decide('open')).status).toBe('paid');
    expect(await fileAccess()).toBe(200);
  });

  test('opens downloads again after a second dispute', async () => {
    await dispute();
    await decide('open');
    await dispute();
    await decide('open');
    expect(await status()).toBe('paid');
  });

  test('closes opened downloads once the rest of a partial refund is refunded', async () => {
    await refund(PRICE - 1);
    await shop.runSchedule();
    await decide('blocked');
    await decide('open');
    await refund();
    await expectStatus(shop, session, 'refunded');
  });

  test('records no decision about downloads that are already open', async () => {
    expect((await decide('open')).access).toBeNull();
    await refund();
    await expectStatus(shop, session, 'refunded');
  });

  test('records no decision if downloads are still open after a partial refund', async () => {
    await refund(PRICE - 1);
    await shop.runSchedule();
    expect((await decide('open')).access).toBeNull();
  });
});
