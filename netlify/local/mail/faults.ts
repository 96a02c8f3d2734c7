import * as z from 'zod';

export const faultsSchema = z
  .strictObject({
    /** Answer with this error and take no mail. */
    status: z.int().min(400).max(599),
    /** The error's own name; without it, the likeliest of the status. */
    name: z.string(),
    /** Wait so long before the mail is taken. */
    delayMs: z.int().min(0).max(60_000),
    /** Take the mail, then cut the connection before the answer is through. */
    cutOff: z.boolean(),
    /** How many calls `status`, `name`, `delayMs` and `cutOff` meet; without it, all until the faults are reset. */
    times: z.int().min(1),
    /** Refuse what is more in a second, as Resend does with more than ten. */
    perSecond: z.int().min(1),
    /** Refuse what is more in a day of UTC, and tell how much of it is used, as Resend's free plan does with 100. */
    perDay: z.int().min(1),
    /** Which addresses bounce; true is every one. */
    bounce: z.union([z.boolean(), z.array(z.string())]),
    /** Keep events back until `POST /_control/mail/flush`. */
    hold: z.boolean(),
  })
  .partial();

type FaultSettings = z.infer<typeof faultsSchema>;
export type Faults = ReturnType<typeof createFaults>;

/** Faults last as long as the process: a restart is always a healthy one. */
export const createFaults = () => {
  let settings: FaultSettings = {};
  return {
    get: () => settings,
    set: (next: FaultSettings) => {
      settings = next;
    },
    /** The fault that meets this call, counted down. */
    take: () => {
      const { status, name, delayMs, cutOff, times, ...lasting } = settings;
      if (times !== undefined) {
        settings = times === 1 ? lasting : { ...settings, times: times - 1 };
      }
      return { status, name, delayMs, cutOff };
    },
  };
};
