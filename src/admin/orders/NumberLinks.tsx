import { orderAddress } from './address.ts';

/** Order numbers as links that open the orders. */
export function NumberLinks({ numbers }: { numbers: readonly string[] }) {
  return numbers.map((number) => (
    <a key={number} className="link mr-3 inline-block py-1 font-mono" href={orderAddress(number)}>
      {number}
    </a>
  ));
}
