import type { HealthResponse } from '../contract/health.ts';
import { get } from './request.ts';

export const readHealth = (): Promise<HealthResponse> => get('/api/health');
