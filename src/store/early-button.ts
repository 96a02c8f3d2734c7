type Before = { label: string | null; isFocused: boolean };
const before = new WeakMap<HTMLButtonElement, Before>();

/** Shows a button busy that no island owns. */
export function showBusy(button: HTMLButtonElement, label: string): void {
  if (button.disabled) return;
  before.set(button, { label: button.textContent, isFocused: button.matches(':focus-visible') });
  Object.assign(button, { textContent: label, disabled: true, ariaBusy: 'true' });
}

/** Shows it as it was built. By keyboard it can be pressed again at once. */
export function showReady(button: HTMLButtonElement): void {
  const was = before.get(button);
  if (!was) return;
  before.delete(button);
  Object.assign(button, { textContent: was.label, disabled: false, ariaBusy: null });
  // A disabled button has lost it.
  if (was.isFocused && document.activeElement === document.body)
    button.focus({ preventScroll: true });
}
