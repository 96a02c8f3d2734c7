import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import samples from './samples.json' with { type: 'json' };

type CardDetails = Stripe.Charge.PaymentMethodDetails.Card;
type CustomerDetails = Stripe.Checkout.Session.CustomerDetails;

type Samples = {
  'checkout.session': Stripe.Checkout.Session & { customer_details: CustomerDetails };
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge & { payment_method_details: { card: CardDetails } };
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  promotion_code: Stripe.PromotionCode;
};

/**
 * A sample's ids, times, amounts and optional fields are made up. Replace the ones that matter to
 * the caller.
 */
export const cloneSample = <Name extends keyof Samples>(name: Name) =>
  structuredClone(samples[name]) as unknown as Samples[Name];

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `newId('evt_1') // "evt_1Pgc76B7WZ01zgkWwyRHS12y"` */
export const newId = (prefix: string, length = 23): string => {
  let id = prefix;
  for (let count = 0; count < length; count += 1) {
    id += ID_ALPHABET[randomInt(ID_ALPHABET.length)];
  }
  return id;
};

export const nowInSeconds = () => Math.floor(Date.now() / 1000);
