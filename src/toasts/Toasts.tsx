import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { takeFlash } from './flash.ts';
import css from '../styles/toasts.css?inline';

const DURATION_MS = 5_000;
const GAP_PX = 14;
const HOTKEY = ['altKey', 'KeyT'];
const SWIPE_PX = 20;

type Point = { readonly x: number; readonly y: number };

// sonner knows one hotkey, which may be a chord; F8 is passed on to it as that chord.
function passOnF8(event: KeyboardEvent): void {
  if (event.code !== 'F8') return;
  document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyT' }));
}

/**
 * Whether a pointer that went from one point to the other, both in CSS pixels, has swiped a toast out
 * of the bottom right corner: to the right or down, by the longer of its two ways.
 *
 *     isSwipeAway({ x: 0, y: 0 }, { x: 20, y: 5 })   // true
 *     isSwipeAway({ x: 0, y: 0 }, { x: -40, y: 5 })  // false
 */
export function isSwipeAway(from: Point, to: Point): boolean {
  const right = to.x - from.x;
  const down = to.y - from.y;
  return (Math.abs(right) > Math.abs(down) ? right : down) >= SWIPE_PX;
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

/** Stays until it is dismissed: a worried parent has not read it after five seconds. */
function showFlash(): void {
  const flash = takeFlash();
  if (flash === null) return;
  const { title, message, next } = flash;
  toast.error(title, {
    description: message,
    duration: Infinity,
    action: { label: next.label, onClick: () => location.assign(next.href) },
  });
}

type Props = {
  /** Whether what the page before has kept is for this page. */
  takesFlash?: boolean;
  /** Where what a buyer needs stands at the bottom of a phone's screen. */
  onTopOfPhones?: boolean;
};

const isPhone = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(width < 48rem)').matches;

/** Where every toast of the page appears; what was said before is shown too, by this page or the one before. */
export function Toasts({ takesFlash = false, onTopOfPhones = false }: Props) {
  useEffect(() => {
    addStyles();
    if (takesFlash) showFlash();
    const ends = new AbortController();
    document.addEventListener('keydown', passOnF8, ends);
    document.addEventListener('pointerdown', dismissOnSwipe, ends);
    return () => ends.abort();
  }, [takesFlash]);

  return (
    <Toaster
      position={onTopOfPhones && isPhone() ? 'top-center' : 'bottom-right'}
      theme="system"
      visibleToasts={3}
      duration={DURATION_MS}
      gap={GAP_PX}
      hotkey={HOTKEY}
      closeButton
    />
  );
}
