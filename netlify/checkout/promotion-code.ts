import type Stripe from 'stripe';
import { catalogue } from '../catalogue.ts';
import { isRefusal } from '../clients/stripe.ts';

type Session = Stripe.Checkout.Session;

/** The parameters of a session that concern its discount. Stripe accepts one of the first two, never both. */
type Discount = Pick<
  Stripe.Checkout.SessionCreateParams,
  'discounts' | 'allow_promotion_codes' | 'custom_text'
>;

const FIELD: Discount = { allow_promotion_codes: true };

/** It doesn't repeat the code, which anybody may have put into a link. */
const FIELD_WITH_REASON: Discount = {
  ...FIELD,
  custom_text: {
    submit: {
      message:
        'The promotion code from your link doesn’t work for this purchase. It may have ended. This is the price without it.',
    },
  },
};

/** As Stripe writes codes (docs.stripe.com/api/promotion_codes/object). Nothing else is worth a call. */
const CODE = /^[A-Za-z0-9-]{1,100}$/;

/** The page of a managed payment takes no words of the shop. */
const refused = (): Discount => (catalogue.checkout?.managed_payments ? FIELD : FIELD_WITH_REASON);

/** A code that belongs to one customer is for nobody here, since checkouts have no customer. */
const createWith = async (
  stripe: Stripe,
  code: string,
  create: (discount: Discount) => Promise<Session>,
): Promise<Session> => {
  const { data } = await stripe.promotionCodes.list({ code, active: true });
  const found = data.find(({ customer }) => customer === null);
  return create(found ? { discounts: [{ promotion_code: found.id }] } : refused());
};

/**
 * Creates a session that takes promotion codes, if the catalogue allows them, with the given code already applied. If
 * that code is unknown, has ended or doesn't fit, the session says so and has the full price.
 */
export const createDiscounted = async (
  stripe: Stripe,
  code: string | undefined,
  create: (discount: Discount) => Promise<Session>,
): Promise<Session> => {
  if (!catalogue.checkout?.promotion_codes) return create({});
  if (!code) return create(FIELD);
  if (!CODE.test(code)) return create(refused());
  try {
    return await createWith(stripe, code, create);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return create(refused());
  }
};
