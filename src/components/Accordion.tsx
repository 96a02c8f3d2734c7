import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** `<details name>` elements, which open without a script. */
  children?: ReactNode;
};

/** At most one item is open. Opens the item whose answer has the id in the URL. */
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
