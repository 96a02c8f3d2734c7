import type { LoginRequest, SessionResponse } from '../contract/session.ts';
import { get, post, request } from './request.ts';

export function logIn(password: string): Promise<SessionResponse> {
  return post<LoginRequest, SessionResponse>('/api/admin/login', { password });
}

export async function logOut(): Promise<void> {
  await request('/api/admin/logout', { method: 'POST' });
}

/** Throws an ApiError with status 401 if there is no session. */
export function findSession(): Promise<SessionResponse> {
  return get('/api/admin/session');
}
