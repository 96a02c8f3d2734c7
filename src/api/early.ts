import { currentSessionId } from '../purchase/session-id.ts';
import { sendJson } from './request.ts';

declare global {
  interface Window {
    /** What the page has asked before its islands were there, until one of them takes it up. */
    early?: { readonly sessionId: string; readonly answer: Promise<Response> } | undefined;
  }
}

function ask(sessionId: string): Promise<Response> {
  return sendJson('/api/verify-payment', { sessionId });
}

/** Asks about the payment that the page was opened for, while its scripts are still on their way. */
export function askEarly(): void {
  const sessionId = currentSessionId();
  if (sessionId === null) return;
  const answer = ask(sessionId);
  // Whoever takes it up hears of a failure; until then nobody has to.
  answer.catch(() => {});
  window.early = { sessionId, answer };
}

/** The answer about a payment: the first time what was asked early, after that a new one. */
export function askAboutPayment(sessionId: string): Promise<Response> {
  const { early } = window;
  window.early = undefined;
  return early?.sessionId === sessionId ? early.answer : ask(sessionId);
}
