import type { ClientDirective } from 'astro';
import { FLASH_KEY } from '../toasts/flash.ts';
import { busyLabel, holdSubmit, takeSubmit } from '../checkout/pending-submit.ts';

/** How long a held press waits for its island, before its form is sent as it would be without scripts. */
const PATIENCE_MS = 4_000;

/** Time for this tab to leave, once the browser has sent a form. */
const LEAVING_MS = 8_000;

const sleepers: (() => Promise<void>)[] = [];
const busy: (() => void)[] = [];
let isAwake = false;
let isBroken = false;
let held: HTMLFormElement | undefined;

function giveUp(): void {
  isBroken = true;
  sendHeld();
}

/** What a page leaves out of itself (.config/pages/vendor.ts): Astro's part of its islands. */
function fetchRuntime(): void {
  const { islands } = document.documentElement.dataset;
  if (islands) import(islands).catch(giveUp);
}

/** Beside the runtime, which will ask for the same, and hear of failures. */
function fetchIslands(): void {
  for (const island of document.querySelectorAll('astro-island')) {
    for (const name of ['component-url', 'renderer-url']) {
      import(island.getAttribute(name) ?? '').catch(() => {});
    }
  }
}

function wakeAll(): void {
  if (isAwake) return;
  isAwake = true;
  fetchRuntime();
  fetchIslands();
  for (const wake of sleepers.splice(0)) void wake();
}

function showBusy(button: HTMLButtonElement): void {
  const { textContent, disabled } = button;
  if (disabled) return;
  Object.assign(button, { textContent: busyLabel, disabled: true });
  busy.push(() => Object.assign(button, { textContent, disabled }));
}

/** The page may be shown again as it was left, or stay where the parent stops what the browser sends. */
function showReady(): void {
  for (const show of busy.splice(0)) show();
}

function sendHeld(): void {
  if (!held || !takeSubmit(held)) return;
  setTimeout(showReady, LEAVING_MS);
  held.submit();
}

function hold(event: SubmitEvent): void {
  const form = event.target;
  // An island that is alive has prevented it.
  if (event.defaultPrevented) return;
  if (!(form instanceof HTMLFormElement && form.dataset['buy'])) return;
  document.querySelectorAll<HTMLButtonElement>('[data-buy] button').forEach(showBusy);
  // One that will never be leaves the form to the browser.
  if (isBroken) return void setTimeout(showReady, LEAVING_MS);
  event.preventDefault();
  held = form;
  holdSubmit(form);
  setTimeout(sendHeld, PATIENCE_MS);
  wakeAll();
}

function wakeOnIntent({ target }: Event): void {
  if (target instanceof Element && target.closest('astro-island')) wakeAll();
}

addEventListener('submit', hold);
addEventListener('astro:hydration-error', giveUp);
addEventListener('pagehide', () => {
  if (held) takeSubmit(held);
  showReady();
});
for (const sign of ['pointerover', 'focusin', 'keydown']) addEventListener(sign, wakeOnIntent);

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
 * `client:intent` brings an island to life once a pointer, the focus or a key has come to any island of the page,
 * and with it all others; `client:intent={FLASH_KEY}` at once where the page before has left a message.
 *
 * A form with `data-buy` that is sent before that is held, and taken over by its island, or sent by the browser
 * where the island does not come.
 */
const intent: ClientDirective = async (load, { value }) => {
  const wake = async () => (await load())();
  if (isAwake || isKept(value)) await wake();
  else sleepers.push(wake);
};

export default intent;
