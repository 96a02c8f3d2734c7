/** False in Firefox before 98 and Safari before 15.4. */
export const canShowModal = (): boolean => 'showModal' in document.createElement('dialog');

/**
 * A `ref` callback for a modal dialog. React calls the returned function before it removes the
 * dialog. The browser returns the focus to the previous element only for a dialog that is closed
 * while it is still in the document.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
