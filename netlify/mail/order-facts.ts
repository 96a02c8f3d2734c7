import type { Order } from '../orders/order.ts';
import { amountPaid } from '../shop/amount-paid.ts';
import { productName } from '../shop/catalog.ts';
import { coverUrl } from '../shop/links.ts';
import { orderNumberOf } from '../shop/order-number.ts';

export const orderFacts = (order: Order) => ({
  guide: { name: productName(order.productType) },
  amount: amountPaid(order),
  order: orderNumberOf(order.sessionId),
  cover: coverUrl(order.productType),
});
