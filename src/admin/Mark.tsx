export const CHECK = 'M3 8.5 6.5 12 13 4.5';
export const CROSS = 'M4 4 12 12M12 4 4 12';
export const WARNING = 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7';

/** A line icon on a 16 by 16 grid. It is decorative: the word beside it carries the meaning. */
export function Mark({ shape }: { shape: string }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4 shrink-0" aria-hidden="true">
      <path
        d={shape}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
