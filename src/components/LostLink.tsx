/** The link to find-purchase, where the shop sends email. */
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
