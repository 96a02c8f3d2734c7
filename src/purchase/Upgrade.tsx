type Props = {
  sessionId: string;
  /** What is still to pay for the bundle, as in "$11.00". */
  price: string;
};

/** Offers the rest of the set to the buyer of one guide. A plain form, which works while scripts load too. */
export function Upgrade({ sessionId, price }: Props) {
  return (
    <section className="mt-10 border-t border-rule pt-8" aria-labelledby="upgrade">
      <h2 id="upgrade">Complete the set</h2>
      <p className="mt-2">
        What you paid for this guide counts toward the bundle. For {price} more, you have every
        guide.
      </p>
      <form method="post" action="/api/upgrade" className="mt-4 max-w-xs">
        <input type="hidden" name="session_id" value={sessionId} />
        <button className="button w-full">Get the rest – {price}</button>
      </form>
    </section>
  );
}
