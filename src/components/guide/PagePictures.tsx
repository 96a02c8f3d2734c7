import { type MouseEvent, useLayoutEffect, useState } from 'react';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import css from '../../styles/page-dialog.css?inline';
import href from '../../styles/page-dialog.css?url&no-inline';
import { canShowModal } from '../show-modal.ts';
import { PageDialog } from './PageDialog.tsx';
import type { PagePicture } from './page-picture.ts';

/** Whether the browser would open the link in this tab. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A row of pages that open in a dialog. Without JavaScript or dialogs, they are plain links. */
export function PagePictures({ pictures }: { pictures: readonly PagePicture[] }) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  useLayoutEffect(() => adoptStyles(css, href), []);
  return (
    <>
      <ul className="pages mt-6">
        {pictures.map(({ thumbnail, large, width, height, caption }, index) => (
          <li key={large}>
            <a
              href={large}
              onClick={(event) => {
                if (!isPlainClick(event) || !canShowModal()) return;
                event.preventDefault();
                setOpenIndex(index);
              }}
            >
              <img src={thumbnail} alt={caption} width={width} height={height} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
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
