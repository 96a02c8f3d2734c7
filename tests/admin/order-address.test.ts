import { expect, test, vi } from 'vitest';
import {
  closeOrder,
  followAddress,
  openedOrder,
  orderAddress,
} from '../../src/admin/orders/address.ts';

test('an order that is closed twice before the browser has gone back leads to the list', () => {
  const history = { back: vi.fn(), replaceState: vi.fn() };
  const location = new URL('http://localhost/admin-orders');
  const page = Object.assign(new EventTarget(), { location, history });
  vi.stubGlobal('window', page);
  followAddress();
  location.hash = orderAddress('01F3-4AD8-A31F');
  page.dispatchEvent(new Event('hashchange'));
  expect(openedOrder.get()).toBe('01F3-4AD8-A31F');
  closeOrder();
  closeOrder();
  expect(history.back).toHaveBeenCalledTimes(1);
  expect(openedOrder.get()).toBeNull();
});
