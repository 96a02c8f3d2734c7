import type { PaymentEvent } from '../stripe/events.ts';
import { findSessionOfPayment } from '../stripe/session.ts';
import { sessionsByNamePrefix } from './indexes.ts';

export const findSessionOfEvent = async ({ about }: PaymentEvent): Promise<string | null> => {
  if ('session' in about) return about.session;
  const [recordedSession] = await sessionsByNamePrefix(`${about.payment} `);
  return recordedSession ?? findSessionOfPayment(about.payment);
};
