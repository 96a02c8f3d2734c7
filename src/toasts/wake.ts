import { fetchAhead } from '../api/ahead.ts';
import { hasFlash } from './flash.ts';
import { SAID } from './say.ts';

/** What a built page leaves out of itself (.config/pages/vendor.ts). With the first, its islands come to life. */
const files = document.documentElement.dataset['islands']?.split(' ') ?? [];

function wake(): void {
  const [runtime] = files;
  if (runtime) import(runtime).catch(() => {});
}

/** Whether a parent pays for each byte, or waits long for it. */
function isSparing(): boolean {
  const { connection } = navigator;
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

/**
 * Brings the islands of the page to life once there is a message to show, from this page or the one before. Their files
 * are fetched once all that the page shows is there and the browser has nothing else to do. A press has the
 * connection to itself.
 */
export function wakeForMessages(): void {
  addEventListener(SAID, wake);
  if (hasFlash()) addEventListener('DOMContentLoaded', wake);
  const isPressed = new AbortController();
  addEventListener('submit', () => isPressed.abort());
  addEventListener('load', () => {
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    if (!isSparing()) whenIdle(() => fetchAhead(files, isPressed.signal));
  });
}
