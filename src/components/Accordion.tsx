import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** `<details name>` elements, which open without a script. */
  children?: ReactNode;
};

/** Stops the scroll correction that an earlier tap started. */
let endEarlier = (): void => {};

/**
 * Keeps a tapped heading under the finger while the item above it closes, because Safari has no
 * scroll anchoring. Stops when the reader scrolls.
 */
function keepInPlace({ target, currentTarget: list }: MouseEvent): void {
  endEarlier();
  const heading = target instanceof Element ? target.closest('summary') : null;
  if (!heading || !(list instanceof Element)) return;
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
  };
  endEarlier = end;
  for (const scrolling of ['wheel', 'touchmove', 'keydown']) {
    addEventListener(scrolling, end, { once: true, passive: true });
  }

  const { top } = heading.getBoundingClientRect();
  const correct = (): void => {
    if (hasEnded) return;
    scrollBy({ top: heading.getBoundingClientRect().top - top, behavior: 'instant' });
    const isFolding = list.getAnimations({ subtree: true }).length > 0;
    if (isFolding) requestAnimationFrame(correct);
  };
  requestAnimationFrame(correct);
}

/** At most one item is open. Opens the item whose answer has the id in the URL. */
export function Accordion({ children }: Props) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const openNamed = () => {
      endEarlier();
      const answer = document.getElementById(location.hash.slice(1));
      const question = answer?.closest('details');
      if (!question || !list.current?.contains(question)) return;
      question.open = true;
      // The answer has no box until it unfolds, so this scrolls to the question.
      question.scrollIntoView();
    };
    const element = list.current;
    openNamed();
    addEventListener('hashchange', openNamed);
    element?.addEventListener('click', keepInPlace);
    return () => {
      removeEventListener('hashchange', openNamed);
      element?.removeEventListener('click', keepInPlace);
    };
  }, []);

  return <div ref={list}>{children}</div>;
}
