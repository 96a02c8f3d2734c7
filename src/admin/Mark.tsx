/** Each is there so that no state rests on its color alone. */
export const SHAPES = {
  arrow: 'M2.5 8H13M9 4 13 8 9 12',
  ask: 'M5.5 6A2.5 2.5 0 1 1 8 8.5V10M8 12.6V12.8',
  blocked: 'M3.4 3.4 12.6 12.6M8 1.5A6.5 6.5 0 1 1 7.99 1.5',
  check: 'M3 8.5 6.5 12 13 4.5',
  clock: 'M8 3V8L11 10M8 1.5A6.5 6.5 0 1 1 7.99 1.5',
  cross: 'M4 4 12 12M12 4 4 12',
  dash: 'M3.5 8H12.5',
  envelope: 'M1.5 3.5H14.5V12.5H1.5ZM1.5 4 8 9 14.5 4',
  undo: 'M6.5 3 3 6.5 6.5 10M3 6.5H10A3.25 3.25 0 0 1 10 13H7',
  warn: 'M8 2 14.5 13.5H1.5ZM8 6.5V9.5M8 11.5V11.7',
} as const;

/** A small drawing of lines on a field of 16 by 16, beside the word that it stands for. */
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
