/** Puts a text into every element whose `data-slot` has this name. */
export function fill(name: string, text: string): void {
  for (const slot of document.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text;
}

/** The page has one heading. With a new one all below it is new too: put in place of what was, it moves nothing. */
function changeHeading(heading: string): void {
  if (document.querySelector('[data-slot="heading"]')?.textContent === heading) return;
  const verdict = document.querySelector('[data-verdict]');
  verdict?.replaceWith(verdict.cloneNode(true));
  fill('heading', heading);
}

const findParts = () => [...document.querySelectorAll<HTMLElement>('[data-when]')];

/**
 * Shows the parts of the page whose `data-when` names one of these words, and hides those that name others. The
 * heading says what a shown part has as its `data-heading`.
 */
export function show(words: readonly string[]): void {
  const isFor = ({ dataset }: HTMLElement): boolean =>
    words.some((word) => dataset['when']?.split(' ').includes(word));
  for (const { dataset } of findParts().filter(isFor)) {
    if (dataset['heading'] !== undefined) changeHeading(dataset['heading']);
  }
  for (const part of findParts()) part.hidden = !isFor(part);
}
