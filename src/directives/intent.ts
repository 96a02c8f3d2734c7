import type { ClientDirective } from 'astro';
import { fetchAhead } from '../api/ahead.ts';
import { listenToBuyButtons } from '../checkout/buy-buttons.ts';
import { FLASH_KEY } from '../toasts/flash.ts';
import { SAID } from '../toasts/say.ts';

const sleepers: (() => Promise<void>)[] = [];
let isAwake = false;

// Here, not below: a press must not wait for an island.
listenToBuyButtons();

/** What a page leaves out of itself (.config/pages/vendor.ts): Astro's part of its islands. */
const runtime = (): string | undefined => document.documentElement.dataset['islands'];

function fetchRuntime(): void {
  const address = runtime();
  if (address) import(address).catch(() => {});
}

/** The files that the islands of this page wait for. */
function islandFiles(): string[] {
  const islands = [...document.querySelectorAll('astro-island')];
  const files = islands.flatMap((island) =>
    ['component-url', 'renderer-url'].map((name) => island.getAttribute(name)),
  );
  return [...new Set([runtime(), ...files])].filter((file) => file != null);
}

function wakeAll(): void {
  if (isAwake) return;
  isAwake = true;
  // Beside the runtime, which will ask for the same, and hear of failures.
  for (const file of islandFiles()) import(file).catch(() => {});
  for (const wake of sleepers.splice(0)) void wake();
}

/** A touch is not among them: what it presses acts by itself, and the line and the processor are its own meanwhile. */
function isIntent(event: Event): boolean {
  if (event instanceof PointerEvent) return event.pointerType === 'mouse';
  return event.type === 'keydown' || (event.target as Element).matches(':focus-visible');
}

function wakeOnIntent(event: Event): void {
  if (event.target instanceof Element && event.target.closest('astro-island') && isIntent(event)) {
    wakeAll();
  }
}

for (const sign of ['pointerover', 'focusin', 'keydown']) addEventListener(sign, wakeOnIntent);
addEventListener(SAID, wakeAll);

/** Whether a parent pays for each byte, or waits long for it. */
function isSparing(): boolean {
  const { connection } = navigator;
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

const isPressed = new AbortController();
addEventListener('submit', () => isPressed.abort());

// Once all that the page shows is there, and the browser has nothing else to do.
addEventListener('load', () => {
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  if (!isSparing()) whenIdle(() => fetchAhead(islandFiles(), isPressed.signal));
});

/** Whether the page before has kept something under the name for an island of this one to show. */
function isKept(name: unknown): boolean {
  try {
    return typeof name === 'string' && sessionStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

if (isKept(FLASH_KEY)) addEventListener('DOMContentLoaded', fetchRuntime);

/**
 * `client:intent` brings an island to life once a mouse, a key or the focus of the keyboard has come to any island of
 * the page, or a message is to be told, and with it all others; `client:intent={FLASH_KEY}` at once where the page
 * before has left a message.
 */
const intent: ClientDirective = async (load, { value }) => {
  const wake = async () => (await load())();
  if (isAwake || isKept(value)) await wake();
  else sleepers.push(wake);
};

export default intent;
