import type { ReactNode } from 'react';
import type { PurchaseState } from './states.ts';

type Props = {
  text: string;
  next: PurchaseState['next'] | undefined;
  /** Shown between the text and the next step. */
  children?: ReactNode;
};

export function Reason({ text, next, children }: Props) {
  return (
    <div role="alert">
      <p className="mt-4 text-lead">{text}</p>
      {children}
      <div className="mt-8 grid gap-3 sm:grid-cols-2">
        {next && (
          <a className="button" href={next.href}>
            {next.label}
          </a>
        )}
        <a className="button-quiet" href="/">
          Return to Home
        </a>
      </div>
    </div>
  );
}
