import { errorMessage } from './queries.ts';

const LINE = 'my-3 block border-l-4 pl-3.5 wrap-anywhere';

type Props = {
  done?: string | null;
  /** An error, or a sentence about what failed. */
  error?: unknown;
};

/**
 * Used instead of a toast. An open dialog would cover a toast, and screen readers would not
 * announce it.
 */
export function OutcomeMessage({ done = null, error = null }: Props) {
  return (
    <>
      {/* Always rendered, because screen readers may skip a new live region. */}
      <output className={done === null ? '' : `${LINE} border-leaf`}>{done}</output>
      {error !== null && (
        <p role="alert" className={`${LINE} border-alert`}>
          {typeof error === 'string' ? error : errorMessage(error)}
        </p>
      )}
    </>
  );
}
