/**
 * A form that leads to a page with plain links to the files. It has no action, so it posts to the
 * current URL, which has the session id.
 */
export const PlainFiles = () => (
  <form method="post">
    <p>Open your files as plain links.</p>
    <button className="button mt-4">Show my files</button>
  </form>
);

/** The form with the plain links appears if no script of the page runs in time. */
export const Waiting = ({ text }: { text: string }) => (
  <>
    <p className="needs-js">{text}</p>
    <div className="plain-files pt-4">
      <PlainFiles />
    </div>
  </>
);
