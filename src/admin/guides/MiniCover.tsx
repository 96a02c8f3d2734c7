import type { AdminProduct } from './guess-product.ts';

type Props = { product: AdminProduct; className?: string };

/** A decorative book cover, sized by its font size. The guide's name is beside it. */
export function MiniCover({ product: { hue, ages }, className = '' }: Props) {
  return (
    <span className={`mini-cover ${className}`} data-hue={hue} aria-hidden="true">
      <span className="mt-[18%] mr-[12%] ml-[18%] block rounded-[2px] bg-[#fff6e3] py-[12%] text-center font-serif leading-[1.1] font-semibold whitespace-nowrap text-[#17332b]">
        {ages ?? 'All'}
      </span>
    </span>
  );
}
