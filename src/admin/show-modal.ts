/**
 * A `ref` that shows a dialog as a modal for as long as it is on the page. React calls the returned function
 * before it removes the dialog, because only then does the browser return the focus to the previous element.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
