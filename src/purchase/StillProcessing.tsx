type Props = { watching: boolean; onCheckAgain: () => void };

/** The buyer's bank takes its time: what that means, and what to do. */
export function StillProcessing({ watching, onCheckAgain }: Props) {
  return (
    <>
      <h2 className="text-title">Your payment is still being processed</h2>
      <p className="mt-3">
        Some banks take a while to confirm. You have not been charged twice, and you need not pay
        again.{' '}
        {watching
          ? 'This page looks again by itself.'
          : 'We have stopped looking for now. You can leave, keep this address, and come back later.'}
      </p>
      {!watching && (
        <button type="button" className="button mt-5" onClick={onCheckAgain}>
          Check again
        </button>
      )}
    </>
  );
}
