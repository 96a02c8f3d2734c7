import * as z from 'zod';
import { callFaults } from '../kit/faults.ts';

export const faultsSchema = z
  .strictObject({
    ...callFaults,
    /** With `status`: the error's own name; without it, the likeliest of the status. */
    name: z.string(),
    /** Refuse what is more in a second, as Resend does with more than ten. */
    perSecond: z.int().min(1),
    /** Refuse what is more in a day of UTC, and say how much of it is used, as Resend's free plan does with 100. */
    perDay: z.int().min(1),
    /** Which addresses bounce; true is every one. */
    bounce: z.union([z.boolean(), z.array(z.string())]),
    /** Keep events back until `POST /_control/mail/flush`. */
    hold: z.boolean(),
  })
  .partial();

export type FaultSettings = z.infer<typeof faultsSchema>;
