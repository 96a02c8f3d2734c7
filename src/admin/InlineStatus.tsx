export type StatusMessage = { kind: 'done' | 'failed'; text: string };

const LINE = 'my-3 block border-l-4 pl-3.5';

/**
 * What came of a button, said beside it. Inside a modal dialog nothing else is of use: what lies under one,
 * toasts included, is neither seen nor read aloud.
 */
export function InlineStatus({ message }: { message: StatusMessage | null }) {
  const isDone = message?.kind === 'done';
  return (
    <>
      {/* Always there: a region that comes together with its words may stay unread. */}
      <output className={isDone ? `${LINE} border-leaf` : ''}>{isDone && message.text}</output>
      {message?.kind === 'failed' && (
        <p role="alert" className={`${LINE} border-alert`}>
          {message.text}
        </p>
      )}
    </>
  );
}
