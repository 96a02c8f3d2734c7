const labels = new WeakMap<HTMLButtonElement, string | null>();

/** Shows a button busy that no island owns. */
export function showBusy(button: HTMLButtonElement, label: string): void {
  if (button.disabled) return;
  labels.set(button, button.textContent);
  Object.assign(button, { textContent: label, disabled: true, ariaBusy: 'true' });
}

/** Shows it as it was built. */
export function showReady(button: HTMLButtonElement): void {
  const label = labels.get(button);
  if (label === undefined) return;
  labels.delete(button);
  Object.assign(button, { textContent: label, disabled: false, ariaBusy: null });
}
