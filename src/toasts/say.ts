/** A message for a toast, from code that runs before the toasts are there. */
export type Message = {
  readonly kind: 'success' | 'error';
  readonly title: string;
  readonly message?: string;
};

declare global {
  interface Window {
    /** Messages that no toast has shown yet. */
    messages?: Message[];
  }
}

/** Fired at the window when a message was left. */
export const SAID = 'message-said';

/** How long an error waits for the toasts, which may never come, before it is shown without them. */
const PATIENCE_MS = 4_000;

/** Where no script comes, a parent still has to read why nothing goes on. */
function showPlainly(said: Message): void {
  if (!window.messages?.includes(said)) return;
  takeMessages();
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.textContent = `${said.title}. ${said.message ?? ''}`;
  note.style.cssText =
    'position:fixed;inset:auto 1rem 1rem;padding:1rem;border:2px solid;background:Canvas;color:CanvasText;z-index:9';
  document.body.append(note);
}

/** Shows a message as a toast, now or as soon as there are toasts. */
export function say(said: Message): void {
  (window.messages ??= []).push(said);
  dispatchEvent(new Event(SAID));
  if (said.kind === 'error') setTimeout(showPlainly, PATIENCE_MS, said);
}

/** The messages that wait, each given once. */
export function takeMessages(): Message[] {
  return window.messages?.splice(0) ?? [];
}
