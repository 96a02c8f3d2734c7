/** The way back for who has lost the link to an order, where the shop sends emails. */
export function LostLink() {
  return (
    <>
      Lost the link to an order?{' '}
      <a className="link" href="/find-purchase">
        Find your purchase
      </a>
      .
    </>
  );
}
