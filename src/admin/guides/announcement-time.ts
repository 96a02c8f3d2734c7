/** What the shop sends in five minutes, or a little more. */
const IN_FIVE_MINUTES = 50;

function minutesFor(buyers: number): string {
  const minutes = 5 * Math.ceil(buyers / IN_FIVE_MINUTES);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** How long it takes until so many buyers are told, by each kind of plan. */
export function timeWords(buyers: number, perDay: number): string {
  const days = Math.ceil(buyers / perDay);
  const who = buyers === 1 ? '1 buyer' : `${buyers.toLocaleString('en-US')} buyers`;
  return `Resend’s free plan takes 100 emails a day: at most ${perDay} of them go to this, and receipts keep the rest. For ${who} that is ${days === 1 ? 'a day' : `${days} days or more`}. On a paid plan it is about ${minutesFor(buyers)}.`;
}
