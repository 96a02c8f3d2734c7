import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** The browser's own exclusive details, which open without a script. */
  children?: ReactNode;
};

/** Opens the question of this list whose answer the address names, and shows it. */
function openNamed(list: Element | null): void {
  const answer = document.getElementById(window.location.hash.slice(1));
  const question = answer?.closest('details');
  if (!question || !list?.contains(question)) return;
  question.open = true;
  question.scrollIntoView(); // the answer has no box before it unfolds
}

/** A list of questions or lessons, of which at most one is open at a time. */
export function Accordion({ children }: Props) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const ends = new AbortController();
    const open = () => openNamed(list.current);
    addEventListener('hashchange', open, ends);
    open();
    return () => ends.abort();
  }, []);

  return <div ref={list}>{children}</div>;
}
