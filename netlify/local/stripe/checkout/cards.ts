/** The effects of Stripe's test cards. Every other number is refused as invalid. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', effect: 'pays', label: 'Pays' },
  { number: '4000 0000 0000 0002', effect: 'declined', label: 'Is declined' },
  { number: '4000 0000 0000 5423', effect: 'warn', label: 'Pays, then a fraud warning' },
  { number: '4000 0000 0000 0259', effect: 'dispute', label: 'Pays, then is disputed' },
] as const;

export type TestCard = (typeof TEST_CARDS)[number];

const digitsOf = (number: string) => number.replace(/[\s-]/g, '');

export const findTestCard = (number: string) =>
  TEST_CARDS.find((card) => digitsOf(card.number) === digitsOf(number));

/** The fields of a card that is valid for years. */
export const goodCard = (number: string) => ({
  number,
  expiry: `12 / ${new Date().getFullYear() + 3}`,
  cvc: '123',
});

export type Expiry = { month: number; year: number };

/** Reads "12/34", "12 / 2034" and "1234". */
export const parseExpiry = (typed: string): Expiry | null => {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$|^\s*(\d{2})(\d{2})\s*$/.exec(typed);
  const month = Number(match?.[1] ?? match?.[3]);
  const year = Number(match?.[2] ?? match?.[4]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
};

/** A card is valid until the end of its month. */
export const isPast = ({ month, year }: Expiry, now: Date) =>
  year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1);
