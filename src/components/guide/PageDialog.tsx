import { type KeyboardEvent, useState } from 'react';
import { showModal } from '../show-modal.ts';
import type { PagePicture } from './page-picture.ts';

type ViewProps = { picture: PagePicture; isZoomed: boolean; onZoom(): void };

/** The large picture, as large as the screen or, zoomed, so wide that its text can be read. */
function PageView({ picture, isZoomed, onZoom }: ViewProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const { large, width, height } = picture;
  if (state === 'failed') {
    return (
      <p className="m-auto p-4 text-center" role="alert">
        This page didn’t load.{' '}
        <a className="link" href={large}>
          Open it by itself
        </a>
      </p>
    );
  }
  return (
    <div className="view" data-zoomed={isZoomed}>
      {state === 'loading' && <output className="m-auto text-quiet">Loading this page...</output>}
      {/* A button inside what scrolls, so that a keyboard can scroll too. */}
      <button type="button" hidden={state === 'loading'} onClick={onZoom}>
        <img
          src={large}
          alt=""
          width={width}
          height={height}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
        <span>{isZoomed ? 'Zoom out' : 'Zoom in'}</span>
      </button>
    </div>
  );
}

type Props = {
  pictures: readonly PagePicture[];
  /** The picture in view. */
  index: number;
  onTurn(index: number): void;
  onClose(): void;
};

/** One page on the whole screen. After the last comes the first. */
export function PageDialog({ pictures, index, onTurn, onClose }: Props) {
  const [isZoomed, setIsZoomed] = useState(false);
  const picture = pictures[index];
  if (!picture) return null;
  const turnBy = (pages: number) => onTurn((index + pages + pictures.length) % pictures.length);
  const turnByArrow = ({ key }: KeyboardEvent): void => {
    // In a zoomed picture, the arrows scroll.
    if (isZoomed) return;
    if (key === 'ArrowLeft') turnBy(-1);
    if (key === 'ArrowRight') turnBy(1);
  };
  return (
    <dialog
      ref={showModal}
      className="page-dialog"
      aria-labelledby="page-caption"
      onClose={onClose}
      onKeyDown={turnByArrow}
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="page-caption" className="text-body" aria-live="polite">
          {picture.caption}
        </h2>
        <button type="button" className="button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <PageView
        key={picture.large}
        picture={picture}
        isZoomed={isZoomed}
        onZoom={() => setIsZoomed(!isZoomed)}
      />
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <button
          type="button"
          className="button-quiet justify-self-start"
          onClick={() => turnBy(-1)}
        >
          Previous
        </button>
        <p className="text-quiet">
          {index + 1} of {pictures.length}
        </p>
        <button type="button" className="button-quiet justify-self-end" onClick={() => turnBy(1)}>
          Next
        </button>
      </div>
    </dialog>
  );
}
