import * as z from 'zod';
import { type Faults, callFaults } from '../kit/faults.ts';
import { openState } from './state.ts';

export type InboxOptions = {
  /** The address for the shop and for people, as in http://localhost:8889 */
  readonly origin: string;
  /** The bearer token of API calls. */
  readonly apiKey: string;
  /** A JSON file that keeps the emails across restarts, or null to keep them in memory. */
  readonly stateFile: string | null;
};

export const faultsSchema = z
  .strictObject({
    ...callFaults,
    /** The error's name for `status`. Without it, the most common error of that status is answered. */
    name: z.string(),
    /** The quota of emails for a day in UTC, as the 100 of Resend's free plan. Answers say how many are used. */
    perDay: z.int().min(1),
  })
  .partial();

export type Services = ReturnType<typeof openServices>;

export const openServices = ({ origin, apiKey, stateFile }: InboxOptions) => {
  const faults: Faults<z.infer<typeof faultsSchema>> = { settings: {} };
  return { origin, apiKey, store: openState(stateFile), faults };
};
