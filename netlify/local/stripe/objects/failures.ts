import type { Attempt } from '../state.ts';

/** Why a failed attempt failed: one reason for each way to pay is enough here. */
export const failureOf = (attempt: Attempt) =>
  attempt.method.type === 'card'
    ? {
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      }
    : {
        code: 'payment_intent_payment_attempt_failed',
        message: 'The bank refused the debit: the account has insufficient funds.',
      };
