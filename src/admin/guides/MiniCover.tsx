import type { DeskProduct } from './guess-product.ts';

/** The guide as a small book. It only decorates: its name stands beside it. */
export function MiniCover({ product }: { product: DeskProduct }) {
  return (
    <span className="mini-cover" data-hue={product.hue} aria-hidden="true">
      <span>{product.ages ?? 'All'}</span>
    </span>
  );
}
