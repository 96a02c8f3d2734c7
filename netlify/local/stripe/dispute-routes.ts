import * as z from 'zod';
import type { ApiRouter } from './api-router.ts';
import { publishLater } from './bank-delay.ts';
import { TEST_EVIDENCE_OUTCOMES, submitEvidence, updateDispute } from './disputes.ts';
import { findStripeObject } from './errors.ts';
import type { Services } from './services.ts';
import { findTransaction } from './state.ts';

const evidenceParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.string() }),
});

export const addDisputeRoutes = ({ get, post }: ApiRouter, services: Services): void => {
  const { state, webhooks } = services;

  get('/disputes/:id', z.strictObject({}), (_, { id }) => {
    const { disputes } = findTransaction(state, id, 'dispute');
    return findStripeObject(disputes, id, 'dispute');
  });

  post('/disputes/:id', evidenceParams, ({ evidence: { uncategorized_text: text } }, { id }) => {
    const drafts = submitEvidence(state, id, text);
    void webhooks.publish(drafts);
    const outcome = TEST_EVIDENCE_OUTCOMES[text];
    if (outcome) publishLater(services, () => updateDispute(state, id, outcome));
    return drafts[0].object;
  });
};
