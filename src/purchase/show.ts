/** Shows the parts of the page whose `data-when` names one of these words, and hides those that name others. */
export function show(words: readonly string[]): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-when]')) {
    const when = part.dataset['when']?.split(' ') ?? [];
    part.hidden = !words.some((word) => when.includes(word));
  }
}

/** Puts a text into every element whose `data-slot` has this name. */
export function fill(name: string, text: string): void {
  for (const slot of document.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text;
}
