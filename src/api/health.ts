import type { HealthReport, HealthResponse } from '../contract/health.ts';
import { get } from './request.ts';
import { findSession } from './session.ts';

/** Throws ApiError with status 401 where there is no session. */
export async function readHealth(): Promise<HealthReport> {
  const told = await get<HealthResponse>('/api/health');
  if ('checks' in told) return told;
  await findSession(); // a stranger is answered too, and told nothing
  throw new Error('the session began just now');
}
