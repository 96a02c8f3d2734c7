import { expect, test, vi } from 'vitest';
import {
  closeOrder,
  followAddress,
  openedOrder,
  orderAddress,
  readOrderNumber,
  readRange,
} from '../../src/admin/orders/address.ts';

const NUMBER = '01F3-4AD8-A31F';

test('an address names a range and an order, and never a session', () => {
  const queries = ['?range=90', '?range=1000', ''];
  expect(queries.map(readRange)).toEqual(['90', '30', '30']);
  const fragments = [
    orderAddress(NUMBER),
    '#order=01f3-4ad8-a31f',
    '#order=cs_test_a1',
    '#history',
  ];
  expect(fragments.map(readOrderNumber)).toEqual([NUMBER, NUMBER, null, null]);
});

test('an order that is closed twice before the browser has gone back leads to the list', () => {
  const history = { back: vi.fn<() => void>(), replaceState: vi.fn<() => void>() };
  const location = new URL('http://localhost/admin-orders');
  const page = Object.assign(new EventTarget(), { location, history });
  vi.stubGlobal('window', page);
  followAddress();
  location.hash = orderAddress(NUMBER);
  page.dispatchEvent(new Event('hashchange'));
  expect(openedOrder.get()).toBe(NUMBER);
  closeOrder();
  closeOrder();
  expect(history.back).toHaveBeenCalledTimes(1);
  expect(openedOrder.get()).toBeNull();
});
