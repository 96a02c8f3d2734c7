import { type CSSProperties, useEffect, useState } from 'react';
import { showModal } from '../show-modal.ts';
import { PageView } from './PageView.tsx';
import type { PagePicture } from './page-picture.ts';

/** Height divided by width. A taller picture is scaled down to this height. */
const TALLEST_SHAPE = 1.5;

/** Keeps the mouse wheel and touch gestures from scrolling the page behind the dialog. */
function stopPageScroll(): () => void {
  const { style } = document.documentElement;
  style.overflow = 'hidden';
  return () => {
    style.overflow = '';
  };
}

type Props = {
  pictures: readonly PagePicture[];
  /** The picture in view. */
  index: number;
  onTurn(index: number): void;
  onClose(): void;
};

/** Fills the screen and shows one page at a time. After the last page comes the first. */
export function PageDialog({ pictures, index, onTurn, onClose }: Props) {
  const [isZoomed, setIsZoomed] = useState(false);
  const picture = pictures[index];
  const hasOthers = pictures.length > 1;
  const turnBy = (pages: number) => onTurn((index + pages + pictures.length) % pictures.length);

  useEffect(stopPageScroll, []);
  // Listens on the document: Safari doesn't focus a clicked button, so the focus may be elsewhere.
  useEffect(() => {
    const turnByArrow = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): void => {
      // In a zoomed picture, the arrow keys scroll.
      if (isZoomed || ctrlKey || altKey || metaKey || shiftKey) return;
      if (key === 'ArrowLeft') turnBy(-1);
      if (key === 'ArrowRight') turnBy(1);
    };
    document.addEventListener('keydown', turnByArrow);
    return () => document.removeEventListener('keydown', turnByArrow);
  });

  if (!picture) return null;
  const shape = Math.min(picture.height / picture.width, TALLEST_SHAPE);
  return (
    <dialog
      ref={showModal}
      className="page-dialog"
      style={{ '--shape': shape } as CSSProperties}
      data-zoomed={isZoomed}
      aria-labelledby="page-caption"
      onClose={onClose}
    >
      <div className="bar">
        <div>
          <h2 id="page-caption" className="text-body" aria-live="polite">
            {picture.caption}
          </h2>
          {hasOthers && (
            <p className="text-small text-quiet">
              {index + 1} of {pictures.length}
            </p>
          )}
        </div>
        <button type="button" className="button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <PageView picture={picture} isZoomed={isZoomed} onZoom={() => setIsZoomed(!isZoomed)} />
      {hasOthers && (
        <div className="bar flex-wrap">
          <button type="button" className="button-quiet" onClick={() => turnBy(-1)}>
            Previous
          </button>
          <button type="button" className="button-quiet" onClick={() => turnBy(1)}>
            Next
          </button>
        </div>
      )}
    </dialog>
  );
}
