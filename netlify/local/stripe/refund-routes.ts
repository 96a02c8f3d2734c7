import * as z from 'zod';
import type { ApiRouter } from './api-router.ts';
import { publishLater } from './bank-delay.ts';
import { failRefund, refundPayment } from './refunds.ts';
import type { Services } from './services.ts';
import { findTransaction } from './state.ts';

const newRefundParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.coerce.number().int().min(1).optional(),
});

export const addRefundRoutes = ({ post }: ApiRouter, services: Services): void => {
  const { state, webhooks } = services;

  post('/refunds', newRefundParams, ({ payment_intent: intent, charge = '', amount }) => {
    const kind = intent === undefined ? 'charge' : 'payment_intent';
    const transaction = findTransaction(state, intent ?? charge, kind);
    const drafts = refundPayment(transaction, amount);
    const refund = drafts[0].object;
    void webhooks.publish(drafts);
    if (transaction.doRefundsFail) publishLater(services, () => failRefund(state, refund.id));
    return refund;
  });
};
