import { money } from '#contract/money.ts';

type Amounts = {
  readonly amountInCents: number;
  readonly discountInCents: number;
  readonly taxInCents: number;
  readonly currency: string;
};

/** Returns "$8.99", or "$6.74 (after $2.25 off, including $0.61 tax)". */
export const amountPaid = ({
  amountInCents,
  discountInCents,
  taxInCents,
  currency,
}: Amounts): string => {
  const details: string[] = [];
  if (discountInCents > 0) details.push(`after ${money(discountInCents, currency)} off`);
  if (taxInCents > 0) details.push(`including ${money(taxInCents, currency)} tax`);
  const paid = money(amountInCents, currency);
  return details.length > 0 ? `${paid} (${details.join(', ')})` : paid;
};
