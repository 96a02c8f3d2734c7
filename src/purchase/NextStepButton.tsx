import { NEXT_LABELS, type NextStep, nextAddress } from './refusals.ts';

type Props = { next: NextStep; supportEmail: string; checkAgain: () => void };

/** The way on for a buyer who is refused. */
export function NextStepButton({ next, supportEmail, checkAgain }: Props) {
  const label = NEXT_LABELS[next];
  if (next === 'check') {
    return (
      <button type="button" className="button" onClick={checkAgain}>
        {label}
      </button>
    );
  }
  return (
    <a className="button" href={nextAddress(next, supportEmail)}>
      {label}
    </a>
  );
}
