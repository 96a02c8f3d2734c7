type Props = { watching: boolean; checkAgain: () => void };

/** The buyer's bank takes its time: what that means, and what to do. */
export function StillProcessing({ watching, checkAgain }: Props) {
  return (
    <>
      <h2 className="text-title">Your payment is still being processed</h2>
      <p className="mt-3">
        Some banks take a while to confirm. You have not been charged twice, and you need not pay
        again.{' '}
        {watching
          ? 'This page checks again by itself.'
          : 'We have stopped checking for now. You can leave, keep this address, and come back later.'}
      </p>
      {!watching && (
        <button type="button" className="button mt-5" onClick={checkAgain}>
          Check again
        </button>
      )}
    </>
  );
}
