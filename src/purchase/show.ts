/**
 * Shows the parts of the page whose `data-when` names one of these words, and hides those that name others. The page
 * has one heading, which says what a shown part has as its `data-heading`.
 */
export function show(words: readonly string[]): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-when]')) {
    const { when = '', heading } = part.dataset;
    part.hidden = !words.some((word) => when.split(' ').includes(word));
    if (!part.hidden && heading !== undefined) fill('heading', heading);
  }
}

/** Puts a text into every element whose `data-slot` has this name. */
export function fill(name: string, text: string): void {
  for (const slot of document.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text;
}
