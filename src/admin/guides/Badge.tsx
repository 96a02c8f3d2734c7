import type { ReactNode } from 'react';

/** A short note beside a name or a value. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="ml-2.5 rounded-full bg-coin-tint px-2.5 py-0.5 font-sans text-small font-medium whitespace-nowrap">
      {children}
    </span>
  );
}
