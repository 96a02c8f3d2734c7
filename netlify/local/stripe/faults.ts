import * as z from 'zod';
import { callFaults, webhookFaults } from '../kit/faults.ts';

export const faultsSchema = z
  .strictObject({ api: z.strictObject(callFaults), webhooks: z.strictObject(webhookFaults) })
  .partial();

export type FaultSettings = z.infer<typeof faultsSchema>;
