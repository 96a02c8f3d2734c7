import * as z from 'zod';
import type { ApiRouter } from './api-router.ts';
import { publishLater } from './bank-delay.ts';
import { updateDispute } from './disputes.ts';
import { findStripeObject } from './errors.ts';
import type { Services } from './services.ts';
import { findTransaction } from './state.ts';

/** The evidence texts that end a test dispute: https://docs.stripe.com/testing#evidence */
const OUTCOMES = { winning_evidence: 'won', losing_evidence: 'lost' } as const;

const evidenceParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.enum(['winning_evidence', 'losing_evidence']) }),
});

export const addDisputeRoutes = ({ get, post }: ApiRouter, services: Services): void => {
  const { state, webhooks } = services;

  get('/disputes/:id', z.strictObject({}), (_, { id }) => {
    const { disputes } = findTransaction(state, id, 'dispute');
    return findStripeObject(disputes, id, 'dispute');
  });

  post('/disputes/:id', evidenceParams, ({ evidence: { uncategorized_text: text } }, { id }) => {
    const drafts = updateDispute(state, id, 'under_review');
    void webhooks.publish(drafts);
    publishLater(services, () => updateDispute(state, id, OUTCOMES[text]));
    return drafts[0].object;
  });
};
