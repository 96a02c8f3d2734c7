import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { takeFlash } from './flash.ts';
import { adoptStyles } from '../styles/adopt-styles.ts';
import css from '../styles/toasts.css?inline';
import href from '../styles/toasts.css?url&no-inline';
import { positionAwayFrom } from './position.ts';
import { dismissOnSwipe } from './swipe.ts';

const DURATION_MS = 5_000;
const GAP_PX = 14;
const HOTKEY = ['altKey', 'KeyT'];

// sonner supports only one hotkey, so F8 simulates that hotkey.
function forwardF8(event: KeyboardEvent): void {
  if (event.code !== 'F8') return;
  document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyT' }));
}

/** Shows the message until it is dismissed: five seconds is too short for a worried parent. */
function showFlash(): void {
  const flash = takeFlash();
  if (flash === null) return;
  const { title, message, next } = flash;
  const nextStep = (
    <button type="button" className="button mt-3 w-full" onClick={() => location.assign(next.href)}>
      {next.label}
    </button>
  );
  toast.error(title, {
    description: (
      <>
        <span className="block">{message}</span>
        {nextStep}
      </>
    ),
    duration: Infinity,
    // Leaves the page's first buy button uncovered.
    position: positionAwayFrom(document.querySelector('form[action="/api/create-payment"]')),
  });
}

type Props = {
  /** Whether this page shows the message that the previous page stored. */
  takesFlash?: boolean;
  /** Whether toasts are listed instead of stacked, so that none covers another. */
  isExpanded?: boolean;
};

export function Toasts({ takesFlash = false, isExpanded = false }: Props) {
  useEffect(() => {
    adoptStyles(css, href);
    if (takesFlash) showFlash();
    const listeners = new AbortController();
    document.addEventListener('keydown', forwardF8, listeners);
    document.addEventListener('pointerdown', dismissOnSwipe, listeners);
    return () => listeners.abort();
  }, [takesFlash]);

  return (
    <Toaster
      position="bottom-right"
      theme="system"
      visibleToasts={3}
      duration={DURATION_MS}
      gap={GAP_PX}
      hotkey={HOTKEY}
      expand={isExpanded}
      closeButton
    />
  );
}
