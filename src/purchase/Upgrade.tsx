import { formatMoney } from '../content/money.ts';
import type { PublicOrder } from '../contract/orders.ts';

type Props = {
  order: PublicOrder;
  /** What is still to pay for the bundle, in minor units. */
  price: number;
};

/** Offers the rest of the set to the buyer of one guide. A plain form, which works while scripts load too. */
export function Upgrade({ order, price }: Props) {
  const words = formatMoney(price, order.currency);
  return (
    <section className="mt-10 border-t border-rule pt-8" aria-labelledby="upgrade">
      <h2 id="upgrade">Complete the set</h2>
      <p className="mt-2">
        What you paid for this guide counts toward the bundle. For {words} more, you have every
        guide.
      </p>
      <form method="post" action="/api/upgrade" className="mt-4 max-w-xs">
        <input type="hidden" name="session_id" value={order.stripe_session_id} />
        <button className="button w-full">Get the rest – {words}</button>
      </form>
    </section>
  );
}
