import type { States } from './states.ts';

/**
 * A form that leads to a page with plain links to the files. It has no action, so it posts to the
 * current URL, which contains the session id.
 */
export const PlainFiles = () => (
  <form method="post">
    <p>Open your files as plain links.</p>
    <button className="button mt-4">Show my files</button>
  </form>
);

type WaitingProps = {
  states: States;
  /** Whether a check has failed or is slow. */
  isDelayed: boolean;
};

/**
 * Says that the purchase is being checked. If the check is delayed or no script runs in time, also
 * shows the plain form, which does not depend on the page's own requests.
 */
export const Waiting = ({ states, isDelayed }: WaitingProps) => (
  <>
    <div aria-live="polite">
      <p className="needs-js">{states.checking.text}</p>
      {isDelayed && <p className="mt-3">{states.delayed.text}</p>}
    </div>
    <div className={isDelayed ? 'pt-4' : 'plain-files pt-4'}>
      <PlainFiles />
    </div>
  </>
);
