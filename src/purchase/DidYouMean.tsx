import { didYouMean } from './did-you-mean.ts';

type Props = { address: string; onCorrect: (corrected: string) => void };

export function DidYouMean({ address, onCorrect }: Props) {
  const meant = didYouMean(address);
  if (meant === undefined) return null;
  return (
    <p className="mt-2">
      Did you mean{' '}
      <button
        type="button"
        className="link cursor-pointer text-left wrap-anywhere"
        onClick={() => onCorrect(meant)}
      >
        {meant}?
      </button>
    </p>
  );
}
