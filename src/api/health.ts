import type { HealthReport, HealthResponse } from '../contract/health.ts';
import { get } from './request.ts';
import { findSession } from './session.ts';

/** Throws an ApiError with status 401 if there is no session. */
export async function readHealth(): Promise<HealthReport> {
  const answer = await get<HealthResponse>('/api/health');
  if ('checks' in answer) return answer;
  await findSession(); // without a session the answer is a 200 that lacks the checks
  throw new Error('the session began just now');
}
