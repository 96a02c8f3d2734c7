import type { Mark, Pattern } from './product-labels.ts';

const SIZE_PX = 6;

/** What lies over a hue, in the color of the card. */
function Overlay({ pattern }: { pattern: Pattern }) {
  const line = { stroke: 'var(--color-card)', strokeWidth: 1.6 };
  switch (pattern) {
    case 'plain':
      return null;
    case 'stripes':
      return <path d="M-1.5 1.5 1.5 -1.5M0 6 6 0M4.5 7.5 7.5 4.5" {...line} />;
    case 'dots':
      return <circle cx="3" cy="3" r="1.3" fill="var(--color-card)" />;
    case 'lines':
      return <path d="M0 3H6" {...line} />;
  }
}

/** The products' hues and patterns, for the chart and its swatches to fill with. */
export function SalesPatterns({ marks }: { marks: readonly Mark[] }) {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {marks.map(({ id, hue, pattern }) => (
          <pattern
            key={id}
            id={id}
            data-hue={hue}
            width={SIZE_PX}
            height={SIZE_PX}
            patternUnits="userSpaceOnUse"
          >
            <rect width={SIZE_PX} height={SIZE_PX} className="fill-hue" />
            <Overlay pattern={pattern} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** What a product is filled with, beside its name. */
export function Swatch({ id }: { id: string }) {
  return (
    <svg width="18" height="18" className="shrink-0" aria-hidden="true">
      <rect width="18" height="18" rx="4" fill={`url(#${id})`} className="chart-mark" />
    </svg>
  );
}
