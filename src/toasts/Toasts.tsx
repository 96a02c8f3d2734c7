import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { takeFlash } from './flash.ts';
import { adoptStyles } from '../styles/adopt-styles.ts';
import css from '../styles/toasts.css?inline';
import { dismissOnSwipe } from './swipe.ts';

const DURATION_MS = 5_000;
const GAP_PX = 14;
const HOTKEY = ['altKey', 'KeyT'];

// sonner supports only one hotkey, so F8 triggers it.
function forwardF8(event: KeyboardEvent): void {
  if (event.code !== 'F8') return;
  document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyT' }));
}

/** Stays until it is dismissed, because five seconds are too short for a worried parent. */
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
  /** Whether this page shows the message of the previous page. */
  takesFlash?: boolean;
};

export function Toasts({ takesFlash = false }: Props) {
  useEffect(() => {
    adoptStyles(css);
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
      closeButton
    />
  );
}
