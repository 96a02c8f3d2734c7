import type { PublicOrder } from '../contract/orders.ts';

/** `lastDay` is, for example, "December 8, 2026". */
type Props = { order: PublicOrder; lastDay: string };

export const WithdrawLink = ({ order, lastDay }: Props) => (
  <>
    <a className="link" href={`/api/withdraw?session_id=${order.stripe_session_id}`}>
      Withdraw from this purchase
    </a>
    <span className="block text-small text-quiet">You can do this until {lastDay}.</span>
  </>
);
