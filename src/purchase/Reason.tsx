import type { PurchaseState } from './states.ts';

export function Reason({ text, next }: Pick<PurchaseState, 'text' | 'next'>) {
  return (
    <div role="alert">
      <p className="mt-4 text-lead">{text}</p>
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
