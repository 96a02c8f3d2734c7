/** Shows the covers of what was bought in place of the jar. The bundle shows them all. */
export function showBoughtCovers(productType: string): void {
  for (const cover of document.querySelectorAll<HTMLElement>('[data-cover-of]')) {
    cover.hidden = productType !== 'bundle' && cover.dataset['coverOf'] !== productType;
  }
  for (const jar of document.querySelectorAll<HTMLElement>('[data-before-covers]')) {
    jar.hidden = true;
  }
}
