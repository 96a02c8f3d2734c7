import { EmptyJar } from '../../components/art/EmptyJar.tsx';

/** A shop that has sold nothing yet. */
export function OrdersEmpty() {
  return (
    <section className="mt-8 grid items-center gap-8 sm:grid-cols-[auto_1fr] sm:gap-14">
      <EmptyJar />
      <div>
        <h2 className="text-title">No orders yet</h2>
        <p className="mt-3">
          The first one stands here seconds after it is paid. The parent has the files by then, and
          you have nothing to do.
        </p>
        <a className="button-quiet mt-6" href="/">
          Look at the shop as a parent
        </a>
      </div>
    </section>
  );
}
