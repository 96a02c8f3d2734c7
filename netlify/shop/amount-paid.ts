import { money } from '#contract/money.ts';

/** In minor units. */
type Amounts = {
  readonly amountInCents: number;
  readonly discountInCents: number;
  readonly taxInCents: number;
  readonly currency: string;
};

/** "$8.99", or "$6.74 (after $2.25 off, including $0.61 tax)". */
export const amountPaid = ({
  amountInCents,
  discountInCents,
  taxInCents,
  currency,
}: Amounts): string => {
  const parts = [
    discountInCents > 0 && `after ${money(discountInCents, currency)} off`,
    taxInCents > 0 && `including ${money(taxInCents, currency)} tax`,
  ].filter(Boolean);
  const paid = money(amountInCents, currency);
  return parts.length > 0 ? `${paid} (${parts.join(', ')})` : paid;
};
