import type { HealthReport, HealthResponse } from '../contract/health.ts';
import { get } from './request.ts';
import { findSession } from './session.ts';

/** Throws ApiError with status 401 where there is no session. */
export async function readHealth(): Promise<HealthReport> {
  const answer = await get<HealthResponse>('/api/health');
  if ('checks' in answer) return answer;
  await findSession(); // anybody else is answered too, without the checks
  throw new Error('the session began just now');
}
