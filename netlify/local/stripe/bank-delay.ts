import { HTTPException } from 'hono/http-exception';
import type { EventDrafts } from './events.ts';
import type { Services } from './services.ts';

const BANK_DELAY_IN_MS = 20;

/** So that a debit settles in a later second than it began. */
export const SETTLEMENT_DELAY_IN_MS = 1100;

/** Banks act after the response to a call. */
export const publishLater = (
  { webhooks }: Services,
  change: () => EventDrafts,
  delayInMs = BANK_DELAY_IN_MS,
): void => {
  const act = (): void => {
    try {
      void webhooks.publish(change());
    } catch (error) {
      // By now, something else may have happened to the payment.
      if (!(error instanceof HTTPException)) throw error;
    }
  };
  setTimeout(act, delayInMs).unref();
};
