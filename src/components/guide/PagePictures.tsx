import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import css from '../../styles/page-dialog.css?inline';
import href from '../../styles/page-dialog.css?url&no-inline';
import { canShowModal } from '../show-modal.ts';
import { PageDialog } from './PageDialog.tsx';
import { type PagePicture, readPicture } from './page-picture.ts';

/** Whether the browser would open the link in this tab. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Not all browsers scroll to a link that is only partly in view when it gets the focus. */
function scrollToFocused({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches(':focus-visible')) {
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

type Props = {
  /** Links to pictures, each with a thumbnail. They need neither JavaScript nor dialogs. */
  children?: ReactNode;
};

/** Shows the linked pictures in a dialog. */
export function PagePictures({ children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [pictures, setPictures] = useState<readonly PagePicture[]>([]);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  useLayoutEffect(() => adoptStyles(css, href), []);

  useEffect(() => {
    const element = list.current;
    const openPicture = (event: MouseEvent): void => {
      const clicked = event.target instanceof Element ? event.target.closest('a') : null;
      if (!element || !clicked || !isPlainClick(event) || !canShowModal()) return;
      event.preventDefault();
      const links = [...element.querySelectorAll('a')];
      setPictures(links.map(readPicture));
      setOpenIndex(links.indexOf(clicked));
    };
    element?.addEventListener('click', openPicture);
    element?.addEventListener('focusin', scrollToFocused);
    return () => {
      element?.removeEventListener('click', openPicture);
      element?.removeEventListener('focusin', scrollToFocused);
    };
  }, []);

  return (
    <>
      <div ref={list}>{children}</div>
      {openIndex !== null && (
        <PageDialog
          pictures={pictures}
          index={openIndex}
          onTurn={setOpenIndex}
          onClose={() => setOpenIndex(null)}
        />
      )}
    </>
  );
}
