import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { takeFlash } from '../lib/flash.ts';

const DURATION_MS = 5_000;
const GAP_PX = 14;
const HOTKEY = ['altKey', 'KeyT'];

// sonner knows one hotkey, which may be a chord; F8 is passed on to it as that chord.
function passOnF8(event: KeyboardEvent): void {
  if (event.code !== 'F8') return;
  document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyT' }));
}

/** Where every toast of the page appears. A message kept by the page before is shown first. */
export function Toasts() {
  useEffect(() => {
    const flash = takeFlash();
    if (flash) toast.error(flash.title, { description: flash.message });
    document.addEventListener('keydown', passOnF8);
    return () => document.removeEventListener('keydown', passOnF8);
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
