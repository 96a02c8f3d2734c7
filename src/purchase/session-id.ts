import { findSessionId } from '../contract/order-number.ts';

export const sessionIdParam = (): string | null =>
  new URLSearchParams(window.location.search).get('session_id');

export const currentSessionId = (): string | null => findSessionId(sessionIdParam() ?? '');

export const downloadPath = (sessionId: string): string =>
  `/guide-download?${new URLSearchParams({ session_id: sessionId })}`;
