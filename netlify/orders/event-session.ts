import type { CallOptions } from '../stripe/client.ts';
import type { PaymentEvent } from '../stripe/events.ts';
import { findSessionOfPayment } from '../stripe/session.ts';
import { sessionsByNamePrefix } from './indexes.ts';

/**
 * Calls Stripe only if the payment is not recorded yet. Returns null for another shop's payment.
 * Throws `Unavailable`.
 */
export const findSession = async (
  about: PaymentEvent['about'],
  options: CallOptions,
): Promise<string | null> => {
  if ('session' in about) return about.session;
  const [recordedSession] = await sessionsByNamePrefix(`${about.payment} `);
  return recordedSession ?? findSessionOfPayment(about.payment, options);
};
