import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** The browser's own exclusive details, which open without a script. */
  children?: ReactNode;
};

/** Questions or lessons, at most one open at a time. Shows the one whose answer the address names. */
export function Accordion({ children }: Props) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const openNamed = () => {
      const answer = document.getElementById(location.hash.slice(1));
      const question = answer?.closest('details');
      if (!question || !list.current?.contains(question)) return;
      question.open = true;
      question.scrollIntoView(); // the answer has no box before it unfolds
    };
    openNamed();
    addEventListener('hashchange', openNamed);
    return () => removeEventListener('hashchange', openNamed);
  }, []);

  return <div ref={list}>{children}</div>;
}
