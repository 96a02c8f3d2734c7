const HELD_MS = 400;
const SIGNS = ['wheel', 'touchmove', 'keydown'];

let held = new AbortController();

/**
 * Keeps an element under the finger while the content above it folds away, until both are at rest or the parent scrolls.
 */
export function holdInPlace(element: Element): void {
  held.abort();
  const mine = new AbortController();
  held = mine;
  for (const sign of SIGNS) addEventListener(sign, () => mine.abort(), mine);

  const { top } = element.getBoundingClientRect();
  const until = performance.now() + HELD_MS;
  let at = scrollY;
  const hold = (now: number): void => {
    const moved = element.getBoundingClientRect().top - top;
    // The scrollbar or an assistive tool has scrolled. At the page's end, the browser itself scrolls a page that gets shorter.
    const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2;
    const isScrolled = Math.abs(scrollY - at) > 1 && Math.abs(moved) > 1 && !isAtEnd;
    if (now > until || isScrolled) mine.abort();
    if (mine.signal.aborted) return;
    scrollBy({ top: moved, behavior: 'instant' });
    at = scrollY;
    requestAnimationFrame(hold);
  };
  requestAnimationFrame(hold);
}
