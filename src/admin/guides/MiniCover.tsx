import type { Hue } from '../../samples/art/colors.ts';

/** A product as the shop's pages show it. */
export type AdminProduct = {
  readonly id: string;
  /** Such as "6–10". Null for the bundle. */
  readonly ages: string | null;
  readonly hue: Hue;
};

/** A decorative book cover, sized by its font size. The guide's name is beside it. */
export const MiniCover = ({ product: { hue, ages } }: { product: AdminProduct }) => (
  <span className="mini-cover" data-hue={hue} aria-hidden="true">
    <span className="mt-[18%] mr-[12%] ml-[18%] block rounded-[2px] bg-[#fff6e3] py-[12%] text-center font-serif leading-[1.1] font-semibold whitespace-nowrap text-[#17332b]">
      {ages ?? 'All'}
    </span>
  </span>
);
