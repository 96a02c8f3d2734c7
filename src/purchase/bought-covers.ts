/** Shows the covers of what was bought in place of the jar. The bundle shows them all. */
export function showBoughtCovers(productType: string): void {
  for (const cover of document.querySelectorAll<HTMLElement>('[data-cover-of]')) {
    const isBought = productType === 'bundle' || cover.dataset['coverOf'] === productType;
    cover.toggleAttribute('data-away', !isBought);
  }
  for (const jar of document.querySelectorAll<HTMLElement>('[data-before-covers]')) {
    jar.setAttribute('data-away', '');
  }
}
