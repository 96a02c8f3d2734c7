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
  test('closes its files', async () => {
    expect((await decide('blocked')).status).toBe('blocked');
    expect(await fileAccess()).toBe(403);
  });

  test('shows the time of the first decision if the owner blocks it twice', async () => {
    const first = await decide('blocked');
    const second = await decide('blocked');
    expect(second.access).toEqual(first.access);
  });

  test('opens its files once the owner opens it', async () => {
    await decide('blocked');
    expect((await decide('open')).status).toBe('paid');
    expect(await fileAccess()).toBe(200);
  });

  test('closes its files again if the owner blocks it after that', async () => {
    await decide('blocked');
    await decide('open');
    expect((await decide('blocked')).status).toBe('blocked');
    expect(await fileAccess()).toBe(403);
  });

  test('is still blocked after a refund', async () => {
    await decide('blocked');
    await refund();
    await shop.runSchedule();
    expect(await status()).toBe('blocked');
  });

  test('opens its files if the owner opens it after that refund', async () => {
    await decide('blocked');
    await refund();
    await shop.runSchedule();
    expect((await decide('open')).status).toBe('paid');
  });
});

describe('an order that the owner opens', () => {
  test('gives its files although it was refunded', async () => {
    await refund();
    await expectStatus(shop, session, 'refunded');
    expect((await decide('open')).status).toBe('paid');
    expect(await fileAccess()).toBe(200);
  });

  test('is closed by a later dispute, and opened by a second decision', async () => {
    await dispute();
    await decide('open');
    await dispute();
    await decide('open');
    expect(await status()).toBe('paid');
  });

  test('is closed by a refund of the rest after a partial one', async () => {
    await refund(PRICE - 1);
    await shop.runSchedule();
    await decide('blocked');
    await decide('open');
    await refund();
    await expectStatus(shop, session, 'refunded');
  });

  test('has no decision if it was open already, so that a refund closes it', async () => {
    expect((await decide('open')).access).toBeNull();
    await refund();
    await expectStatus(shop, session, 'refunded');
  });

  test('has no decision after a partial refund, which left it open', async () => {
    await refund(PRICE - 1);
    await shop.runSchedule();
    expect((await decide('open')).access).toBeNull();
  });
});
