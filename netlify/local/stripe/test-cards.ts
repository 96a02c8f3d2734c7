import { stripeError } from './errors.ts';

export type TestCard = {
  readonly number: string;
  readonly effect: 'pays' | 'is declined';
};

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', effect: 'pays' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
];

const withoutSeparators = (number: string): string => number.replace(/[\s-]/g, '');

export const findTestCard = (enteredNumber: string): TestCard => {
  const wanted = withoutSeparators(enteredNumber);
  const card = TEST_CARDS.find(({ number }) => withoutSeparators(number) === wanted);
  if (!card) throw stripeError(400, 'Your card number is invalid.');
  return card;
};
