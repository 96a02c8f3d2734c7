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
    document.addEventListener('keydown', passOnF8);
    document.addEventListener('pointerdown', dismissOnSwipe);
    return () => {
      document.removeEventListener('keydown', passOnF8);
      document.removeEventListener('pointerdown', dismissOnSwipe);
    };
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
