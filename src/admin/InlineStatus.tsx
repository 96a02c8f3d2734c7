export type StatusMessage = { kind: 'done' | 'failed'; text: string };

const LINE = 'my-3 block border-l-4 pl-3.5';

/**
 * Shows an action's outcome beside its button. Modal dialogs use it because toasts lie beneath them, where
 * they can be neither seen nor read aloud.
 */
export function InlineStatus({ message }: { message: StatusMessage | null }) {
  const isDone = message?.kind === 'done';
  return (
    <>
      {/* Always rendered: screen readers may skip a live region that appears together with its text. */}
      <output className={isDone ? `${LINE} border-leaf` : ''}>{isDone && message.text}</output>
      {message?.kind === 'failed' && (
        <p role="alert" className={`${LINE} border-alert`}>
          {message.text}
        </p>
      )}
    </>
  );
}
