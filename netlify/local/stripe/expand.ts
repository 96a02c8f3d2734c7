import * as z from 'zod';
import { refuseIf } from './errors.ts';
import type { Charge, Refund } from './objects.ts';
import type { Payment } from './state.ts';

const INTENT_PATH = 'payment_intent';
const CHARGE_PATH = `${INTENT_PATH}.latest_charge`;
const REFUNDS_PATH = `${CHARGE_PATH}.refunds`;

const SESSION_PATHS: readonly string[] = [INTENT_PATH, CHARGE_PATH, REFUNDS_PATH];

const MAX_LEVELS = 4;

const expandPaths = (prefix: string) =>
  z
    .array(z.string())
    .default([])
    .transform((paths) => {
      for (const path of paths) {
        refuseIf(
          path.split('.').length > MAX_LEVELS,
          `You cannot expand more than 4 levels of a property. Property: ${path}`,
          { code: 'property_expansion_max_depth' },
        );
        const isKnown = SESSION_PATHS.some((known) => prefix + known === path);
        refuseIf(!isKnown, `This property cannot be expanded (${path}).`);
      }
      return paths.map((path) => path.slice(prefix.length));
    });

/** The `expand` parameter of a call for one session. Unknown paths are refused, as at Stripe. */
export const expandParam = expandPaths('');

/** In a list, the paths begin with "data.". The parsed paths are relative to a session. */
export const expandListParam = expandPaths('data.');

/** Stripe includes at most this many refunds. A call to the refund list returns the rest. */
const MAX_EXPANDED_REFUNDS = 10;

export const expandCharge = (charge: Charge, refunds: readonly Refund[]): Charge => ({
  ...charge,
  refunds: {
    object: 'list',
    data: refunds.toReversed().slice(0, MAX_EXPANDED_REFUNDS),
    has_more: refunds.length > MAX_EXPANDED_REFUNDS,
    url: `/v1/charges/${charge.id}/refunds`,
  },
});

export const expandSession = (
  { session, intent, charge, refunds }: Payment,
  paths: readonly string[],
): object => {
  if (paths.length === 0 || !intent) return session;
  if (!paths.some((path) => path.startsWith(CHARGE_PATH))) {
    return { ...session, payment_intent: intent };
  }
  const expandsRefunds = charge !== null && paths.includes(REFUNDS_PATH);
  const latestCharge = expandsRefunds ? expandCharge(charge, refunds) : charge;
  return { ...session, payment_intent: { ...intent, latest_charge: latestCharge } };
};
