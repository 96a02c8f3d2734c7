import { Hono } from 'hono';
import * as z from 'zod';
import { findTestCard, isPast, parseExpiry } from '../cards.ts';
import { parseForm } from '../form.ts';
import { StripeError } from '../errors.ts';
import { paidAttempt } from '../objects/amounts.ts';
import { pay, returnAddress, type Means } from '../pay.ts';
import type { Services } from '../services.ts';
import type { Payment } from '../state.ts';
import { noticePage, paymentPage } from './hosted-page.ts';
import { SHOP_NAME } from './layout.ts';
import { pageHeaders } from './page-headers.ts';
import type { Typed } from './payment-form.ts';

const form = z.object({
  email: z.string().trim().default(''),
  name: z.string().trim().default(''),
  method: z.enum(['card', 'bank']).default('card'),
  number: z.string().default(''),
  expiry: z.string().default(''),
  cvc: z.string().default(''),
  settle: z.enum(['seconds', 'never', 'fail']).default('seconds'),
});

type Form = z.infer<typeof form>;

/** What is wrong with the card, in words for the buyer; null when nothing is. */
const cardProblem = ({ number, expiry: typed, cvc }: Form) => {
  const expiry = parseExpiry(typed);
  if (!findTestCard(number)) return 'Your card number is invalid.';
  if (!expiry) return "Your card's expiration date is incomplete.";
  if (isPast(expiry, new Date())) return "Your card's expiration date is in the past.";
  if (!/^\d{3}$/.test(cvc.trim())) return "Your card's security code is incomplete.";
  return null;
};

const problemOf = (fields: Form, payment: Payment) => {
  const type = fields.method === 'card' ? 'card' : 'us_bank_account';
  if (!z.email().safeParse(fields.email).success) return 'Your email is incomplete.';
  if (!payment.paymentMethodTypes.includes(type)) return 'Choose how to pay.';
  return fields.method === 'card' ? cardProblem(fields) : null;
};

const meansOf = (fields: Form): Means | null => {
  if (fields.method === 'bank') return { type: 'bank', plan: fields.settle };
  const card = findTestCard(fields.number);
  const expiry = parseExpiry(fields.expiry);
  return card && expiry ? { type: 'card', card, expiry } : null;
};

const emptyForm = (payment: Payment): Typed => ({
  email: payment.customerEmail ?? '',
  name: '',
  method: payment.paymentMethodTypes.includes('card') ? 'card' : 'bank',
  number: '',
  expiry: '',
});

const completePage = (payment: Payment) =>
  noticePage({
    title: paidAttempt(payment) ? 'You have paid already' : 'Your bank debit is on its way',
    text: paidAttempt(payment)
      ? 'This order is paid. Nothing more will be charged.'
      : 'There is nothing more to do here. The shop shows how it stands.',
    link: { href: returnAddress(payment), label: `Back to your order at ${SHOP_NAME}` },
  });

export const hostedRoutes = (services: Services) => {
  const { state } = services.store;
  const find = (id: string) => state.payments.find((payment) => payment.id === id);
  const backToShop = (payment?: Payment) => ({
    href: payment?.cancelUrl ?? services.shopOrigin,
    label: `Return to ${SHOP_NAME}`,
  });
  const unknownPage = () =>
    noticePage({
      title: 'This payment page does not exist',
      text: 'The address may be incomplete. No charge was made.',
      link: backToShop(),
    });
  const expiredPage = (payment: Payment) =>
    noticePage({
      title: 'This payment page has expired',
      text: 'No charge was made. Start again from the shop whenever you like.',
      link: backToShop(payment),
    });

  return new Hono()
    .use(pageHeaders)
    .get('/:id', (context) => {
      const payment = find(context.req.param('id'));
      if (!payment) return context.html(unknownPage(), 404);
      if (payment.status === 'expired') return context.html(expiredPage(payment), 410);
      if (payment.status === 'complete') return context.html(completePage(payment));
      return context.html(paymentPage(payment, emptyForm(payment), null));
    })
    .post('/:id', async (context) => {
      // Read first: between looking at the payment and paying it nothing may be awaited, or two
      // clicks on "Pay" would both find it open.
      const parsed = form.safeParse(parseForm(await context.req.text()));
      const payment = find(context.req.param('id'));
      if (!payment) return context.html(unknownPage(), 404);
      if (payment.status === 'expired') return context.html(expiredPage(payment), 410);
      // The second click ends where the first one does.
      if (payment.status === 'complete') return context.redirect(returnAddress(payment), 303);
      if (!parsed.success) {
        const page = paymentPage(payment, emptyForm(payment), 'Please fill in the form again.');
        return context.html(page, 422);
      }
      const fields = parsed.data;
      const problem = problemOf(fields, payment);
      const means = meansOf(fields);
      if (problem !== null || means === null) {
        return context.html(paymentPage(payment, fields, problem), 422);
      }
      const buyer = { email: fields.email, name: fields.name || null };
      try {
        const paid = await pay(services, payment, means, buyer);
        return context.redirect(returnAddress(paid), 303);
      } catch (error) {
        if (!(error instanceof StripeError) || error.status !== 402) throw error;
        return context.html(paymentPage(payment, fields, error.message), 402);
      }
    });
};
