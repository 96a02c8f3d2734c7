import { HTTPException } from 'hono/http-exception';
import type { EventDrafts } from './events.ts';
import type { Services } from './services.ts';

const BANK_DELAY_IN_MS = 20;

/** Over a second, so that a debit's settlement has a later Unix time than its start. */
export const SETTLEMENT_DELAY_IN_MS = 1100;

/**
 * Applies a change that a bank makes, and publishes its events, after the response to the current
 * call.
 */
export const publishLater = (
  { webhooks }: Services,
  change: () => EventDrafts,
  delayInMs = BANK_DELAY_IN_MS,
): void => {
  const act = (): void => {
    try {
      void webhooks.publish(change());
    } catch (error) {
      // A different change may have made this change impossible in the meantime.
      if (!(error instanceof HTTPException)) throw error;
    }
  };
  setTimeout(act, delayInMs).unref();
};
