import generated from '#generated';
import type { Order } from '../orders/order.ts';
import { downloadLink } from '../shop/links.ts';
import type { Message } from './message.ts';
import { orderFacts } from './order-facts.ts';
import { fillTemplate } from './template.ts';

/** For a buyer who was told that their files are being prepared. `waitId` identifies the wait. */
export const filesReadyMessage = (waitId: string, order: Order, to: string): Message => ({
  ...fillTemplate(generated.mails['files-ready'], {
    ...orderFacts(order),
    link: downloadLink(order.sessionId),
  }),
  to,
  key: `ready/${waitId}`,
});
