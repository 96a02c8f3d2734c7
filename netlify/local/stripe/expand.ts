import * as z from 'zod';
import type { Payment } from './state.ts';

const INTENT_PATH = 'payment_intent';
const CHARGE_PATH = `${INTENT_PATH}.latest_charge`;
const REFUNDS_PATH = `${CHARGE_PATH}.refunds`;

const expandPaths = (prefix: string) =>
  z
    .array(z.enum([INTENT_PATH, CHARGE_PATH, REFUNDS_PATH].map((path) => prefix + path)))
    .transform((paths) => paths.map((path) => path.slice(prefix.length)))
    .default([]);

/** The `expand` parameter of a call for one session. Unknown paths are refused, as at Stripe. */
export const expandParam = expandPaths('');

/** In a list, the paths begin with "data.". The parsed paths are relative to a session. */
export const expandListParam = expandPaths('data.');

/** Stripe includes at most this many refunds. A call to the refund list returns the rest. */
const MAX_EXPANDED_REFUNDS = 10;

export const expandSession = (
  { session, intent, charge, refunds }: Payment,
  paths: readonly string[],
): object => {
  if (paths.length === 0 || !intent) return session;
  if (!paths.some((path) => path.startsWith(CHARGE_PATH))) {
    return { ...session, payment_intent: intent };
  }
  if (!paths.includes(REFUNDS_PATH)) {
    return { ...session, payment_intent: { ...intent, latest_charge: charge } };
  }
  const refundList = {
    object: 'list',
    data: refunds.toReversed().slice(0, MAX_EXPANDED_REFUNDS),
    has_more: refunds.length > MAX_EXPANDED_REFUNDS,
    url: `/v1/charges/${charge?.id}/refunds`,
  };
  const expandedCharge = { ...charge, refunds: refundList };
  return { ...session, payment_intent: { ...intent, latest_charge: expandedCharge } };
};
