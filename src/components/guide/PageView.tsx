import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PagePicture } from './page-picture.ts';

type Props = { picture: PagePicture; isZoomed: boolean; onZoom(): void };

/** The large picture, fitted to the screen or zoomed so that its text is readable. */
export function PageView({ picture, isZoomed, onZoom }: Props) {
  const { address, width, height } = picture;
  const view = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState('');
  const [failed, setFailed] = useState('');

  const showStart = (): void => {
    setLoaded(address);
    view.current?.scrollTo(0, 0);
    // In a short window, the dialog scrolls too.
    view.current?.closest('dialog')?.scrollTo(0, 0);
  };

  /** Keeps the tapped point of the picture in view. */
  const zoom = ({ target, clientX, clientY }: MouseEvent): void => {
    const before = (target as Element).getBoundingClientRect();
    flushSync(onZoom);
    if (!view.current || !(target instanceof HTMLImageElement)) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = view.current;
    const x = ((clientX - before.left) / before.width) * scrollWidth;
    const y = ((clientY - before.top) / before.height) * scrollHeight;
    view.current.scrollTo(x - clientWidth / 2, y - clientHeight / 2);
  };

  if (failed === address) {
    return (
      <p className="m-auto p-4 text-center" role="alert">
        This page didn’t load.{' '}
        <a className="link" href={address}>
          Open it by itself
        </a>
      </p>
    );
  }
  return (
    <div ref={view} className="view">
      {loaded !== address && <output className="m-auto text-quiet">Loading this page...</output>}
      {/* This button keeps the focus inside the scrolling element, so that keys can scroll it. */}
      <button type="button" onClick={zoom}>
        <img
          key={address}
          src={address}
          alt=""
          width={width}
          height={height}
          data-loaded={loaded === address}
          onLoad={showStart}
          onError={() => setFailed(address)}
        />
        <span>{isZoomed ? 'Zoom out' : 'Zoom in'}</span>
      </button>
    </div>
  );
}
