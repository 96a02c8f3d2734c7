export type Said = { kind: 'done' | 'failed'; words: string };

/**
 * What came of a button, said beside it. Inside a modal dialog nothing else is of use: what lies under one,
 * toasts included, is neither seen nor read aloud.
 */
export function SaidHere({ said }: { said: Said | null }) {
  return (
    <>
      {/* Always there: a region that comes together with its words may stay unread. */}
      <output className="said">{said?.kind === 'done' && said.words}</output>
      {said?.kind === 'failed' && (
        <p role="alert" className="said">
          {said.words}
        </p>
      )}
    </>
  );
}
