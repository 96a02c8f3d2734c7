import { NumberLinks } from './NumberLinks.tsx';

/** More numbers would push the orders off the screen. */
const SHOWN = 12;

type Props = { numbers: readonly string[] };

/** Lists the orders whose receipts didn't arrive. Their buyers have no link back to their files. */
export function LostReceipts({ numbers }: Props) {
  if (numbers.length === 0) return null;
  const more = numbers.length - SHOWN;
  return (
    <section aria-labelledby="lost-receipts" className="note mt-6 border-l-4 border-alert">
      <p id="lost-receipts" className="font-semibold">
        {numbers.length === 1
          ? '1 receipt didn’t arrive'
          : `${numbers.length} receipts didn’t arrive`}
      </p>
      <p className="mt-1">
        Open the order to see why and to resend it:{' '}
        <NumberLinks numbers={numbers.slice(0, SHOWN)} />
        {more > 0 && `and ${more} more, marked in the list`}
      </p>
    </section>
  );
}
