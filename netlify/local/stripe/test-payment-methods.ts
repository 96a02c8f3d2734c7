import { type TestCard, findTestCard } from './test-cards.ts';

type TestPaymentMethod = {
  /** null for a bank debit. */
  readonly card: TestCard | null;
  /** What happens shortly after the payment. */
  readonly later?: 'dispute' | 'inquiry' | 'settlement';
  readonly doRefundsFail?: true;
};

const CARD = findTestCard('4242424242424242');

/** https://docs.stripe.com/testing and https://docs.stripe.com/payments/ach-direct-debit */
export const TEST_PAYMENT_METHODS = {
  pm_card_visa: { card: CARD },
  pm_card_visa_chargeDeclined: { card: findTestCard('4000000000000002') },
  pm_card_createDispute: { card: CARD, later: 'dispute' },
  pm_card_createDisputeInquiry: { card: CARD, later: 'inquiry' },
  pm_card_refundFail: { card: CARD, doRefundsFail: true },
  pm_usBankAccount_success: { card: null, later: 'settlement' },
} satisfies Record<string, TestPaymentMethod>;

export const findTestPaymentMethod = (name: keyof typeof TEST_PAYMENT_METHODS): TestPaymentMethod =>
  TEST_PAYMENT_METHODS[name];

export const TEST_PAYMENT_METHOD_NAMES = Object.keys(
  TEST_PAYMENT_METHODS,
) as (keyof typeof TEST_PAYMENT_METHODS)[];
