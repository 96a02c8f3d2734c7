import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { refuseIf, stripeError } from './errors.ts';
import type { PaymentMethod } from './attempts.ts';
import { paySession } from './pay.ts';
import {
  type PaymentForm,
  closedSessionPage,
  paymentFormSchema,
  paymentPage,
  successUrl,
} from './payment-page.ts';
import { discountAmount, findPromotionCodes } from './promotion-codes.ts';
import type { Services } from './services.ts';
import { type Payment, type StripeState, findPayment } from './state.ts';
import { findTestCard } from './test-cards.ts';
import { updateTotals } from './totals.ts';

const applyPromotionCode = (state: StripeState, payment: Payment, enteredCode: string): void => {
  const { session } = payment;
  const code = findPromotionCodes(state.promotionCodes, enteredCode).find(({ active }) => active);
  if (!code) throw stripeError(400, 'This code is invalid.');
  updateTotals(payment, discountAmount(code, session.amount_subtotal));
  session.discounts = [{ coupon: null, promotion_code: code.id }];
};

const chosenMethod = ({ method, number, test_card }: PaymentForm): PaymentMethod => {
  if (test_card) return findTestCard(test_card);
  if (method === 'bank') return 'bank debit';
  return findTestCard(number);
};

const payByForm = async (
  services: Services,
  payment: Payment,
  form: PaymentForm,
): Promise<void> => {
  // A test card's button skips validation, so the form's email may be empty.
  const email = form.test_card ? 'parent@example.com' : form.email;
  refuseIf(!z.email().safeParse(email).success, 'Your email is incomplete.');
  await paySession(services, payment, chosenMethod(form), { email, name: null });
};

export const paymentRoutes = (services: Services) => {
  const { state, save } = services;
  return new Hono()
    .get('/:id', (context) => {
      const payment = findPayment(state, context.req.param('id'));
      const isOpen = payment.session.status === 'open';
      return context.html(
        isOpen
          ? paymentPage(payment, paymentFormSchema.parse({}), null)
          : closedSessionPage(payment.session),
      );
    })
    .post('/:id', async (context) => {
      // Parsed before the payment is looked up. With an `await` between the lookup and the payment,
      // two clicks on "Pay" would both find the session open.
      const form = paymentFormSchema.parse(await context.req.parseBody());
      const payment = findPayment(state, context.req.param('id'));
      const { session } = payment;
      if (session.status === 'expired') return context.html(closedSessionPage(session), 410);
      // A second click on "Pay" arrives here. It redirects to the same URL as the first.
      if (session.status === 'complete') return context.redirect(successUrl(session), 303);
      try {
        if (form.promotion_code) {
          applyPromotionCode(state, payment, form.promotion_code);
          save();
          return context.redirect(context.req.path, 303);
        }
        await payByForm(services, payment, form);
        return context.redirect(successUrl(session), 303);
      } catch (error) {
        if (!(error instanceof HTTPException)) throw error;
        return context.html(paymentPage(payment, form, error.message), error.status);
      }
    });
};
