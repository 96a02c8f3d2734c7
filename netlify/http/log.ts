import { Unavailable } from '../domain/unavailable.ts';
import { MisconfiguredError } from '../env.ts';

const describe = (error: unknown): Record<string, string> => {
  if (error instanceof Unavailable) return { service: error.service, reason: error.reason };
  if (error instanceof MisconfiguredError) return { name: error.name, detail: error.message };
  return { name: error instanceof Error ? error.name : typeof error };
};

/**
 * One line per error. Of errors that are not our own only the name is told: vendors quote in message
 * and stack what was sent.
 */
export const logError = (error: unknown, requestId?: string): void => {
  console.error(JSON.stringify({ level: 'error', requestId, ...describe(error) }));
};
