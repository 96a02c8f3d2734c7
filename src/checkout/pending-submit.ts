/**
 * A submit of a buy form whose script is not there yet: src/directives/intent.ts holds it on the form, and
 * src/checkout/BuyForm.tsx takes it over. It is taken once, by whoever comes first.
 */
const HELD = 'data-held';

/** What a buy button reads while its checkout is being started. */
export const busyLabel = 'Processing...';

export function holdSubmit(form: HTMLFormElement): void {
  form.setAttribute(HELD, '');
}

/** Whether a submit of the form was held; it is so no longer. */
export function takeSubmit(form: HTMLFormElement): boolean {
  const isHeld = form.hasAttribute(HELD);
  form.removeAttribute(HELD);
  return isHeld;
}
