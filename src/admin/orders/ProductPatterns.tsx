import type { ReactNode } from 'react';
import type { LabeledProduct, Pattern } from './product-labels.ts';

const SIZE_PX = 6;
const LINE = { stroke: 'var(--color-card)', strokeWidth: 1.6 };

/** What lies over a hue, in the color of the card. */
const OVERLAYS: Readonly<Record<Pattern, ReactNode>> = {
  plain: null,
  stripes: <path d="M-1.5 1.5 1.5 -1.5M0 6 6 0M4.5 7.5 7.5 4.5" {...LINE} />,
  dots: <circle cx="3" cy="3" r="1.3" fill="var(--color-card)" />,
  lines: <path d="M0 3H6" {...LINE} />,
};

/** The products' hues and patterns, for the chart and its swatches to fill with. */
export function ProductPatterns({ products }: { products: readonly LabeledProduct[] }) {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {products.map(({ patternId, hue, pattern }) => (
          <pattern
            key={patternId}
            id={patternId}
            data-hue={hue}
            width={SIZE_PX}
            height={SIZE_PX}
            patternUnits="userSpaceOnUse"
          >
            <rect width={SIZE_PX} height={SIZE_PX} className="fill-hue" />
            {OVERLAYS[pattern]}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
