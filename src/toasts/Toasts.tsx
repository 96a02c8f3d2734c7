import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { takeFlash } from './flash.ts';
import { isSwipeAway } from './swipe.ts';
import css from '../styles/toasts.css?inline';

const DURATION_MS = 5_000;
const GAP_PX = 14;
const HOTKEY = ['altKey', 'KeyT'];

// sonner knows one hotkey, which may be a chord; F8 is passed on to it as that chord.
function passOnF8(event: KeyboardEvent): void {
  if (event.code !== 'F8') return;
  document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyT' }));
}

// sonner's own threshold for a slow swipe is 45 px, with no option.
function dismissOnSwipe(down: PointerEvent): void {
  if (down.button !== 0 || !(down.target instanceof Element)) return;
  const swiped = down.target.closest('[data-sonner-toast]');
  if (!swiped || down.target.closest('button')) return;

  const ends = new AbortController();
  const onUp = (up: PointerEvent) => {
    if (up.pointerId !== down.pointerId) return;
    ends.abort();
    const isAway = up.type === 'pointerup' && isSwipeAway(down, up);
    if (isAway) swiped.querySelector<HTMLElement>('[data-close-button]')?.click();
  };
  document.addEventListener('pointerup', onUp, ends);
  document.addEventListener('pointercancel', onUp, ends);
}

// The styles of toasts come with the script that shows them.
function addStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Where every toast of the page appears. A message kept by the page before is shown first. */
export function Toasts() {
  useEffect(() => {
    addStyles();
    const flash = takeFlash();
    if (flash) toast.error(flash.title, { description: flash.message });
    document.addEventListener('keydown', passOnF8);
    document.addEventListener('pointerdown', dismissOnSwipe);
    return () => {
      document.removeEventListener('keydown', passOnF8);
      document.removeEventListener('pointerdown', dismissOnSwipe);
    };
  }, []);

  return (
    <Toaster
      position="bottom-right"
      theme="system"
      visibleToasts={3}
      duration={DURATION_MS}
      gap={GAP_PX}
      hotkey={HOTKEY}
      closeButton
    />
  );
}
