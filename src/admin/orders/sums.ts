import type { ProductType } from '../../contract/catalogue.ts';
import type { SalesResponse, SalesSum } from '../../contract/admin-orders.ts';

export type Bar = SalesResponse['bars'][number];

export const NO_SALES: SalesSum = { orders: 0, amount: 0, refunded: 0 };

const addSums = (a: SalesSum, b: SalesSum): SalesSum => ({
  orders: a.orders + b.orders,
  amount: a.amount + b.amount,
  refunded: a.refunded + b.refunded,
});

/** Minor units that stay with the shop, before what the payment service takes. */
export const netAmount = ({ amount, refunded }: SalesSum): number => amount - refunded;

/** A product that sold nothing in a bar may be left out of it. */
export const sumOf = (bar: Bar, product: ProductType): SalesSum => bar.sums[product] ?? NO_SALES;

export const barTotal = (bar: Bar): SalesSum => Object.values(bar.sums).reduce(addSums, NO_SALES);

/** What the drawn bars hold together; less than the total where more was sold before them. */
export const barsTotal = (bars: readonly Bar[]): SalesSum =>
  bars.map(barTotal).reduce(addSums, NO_SALES);

/** Whether anything was sold or given back. */
export const hasSales = ({ orders, amount, refunded }: SalesSum): boolean =>
  orders > 0 || amount > 0 || refunded > 0;

/** "1 order", "1,204 orders". */
export const countOrders = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;
