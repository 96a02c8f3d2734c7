/**
 * For a browser in which no script of the page runs, or comes in time: the shop answers with the files as plain
 * links. No action: the form goes to this very address, whose query names the order.
 */
export function PlainFiles() {
  return (
    <form method="post" className="plain-files">
      <p className="mt-4">You can also open your files as plain links.</p>
      <button className="button mt-4">Show my files</button>
    </form>
  );
}
