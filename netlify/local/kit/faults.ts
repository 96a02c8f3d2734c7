import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';

/** How a stand-in fails. Faults last as long as the process: a restart is always a healthy one. */
export type Faults<Settings> = { settings: Settings };

const delayMs = z.int().min(0).max(60_000).optional();

export const callFaults = {
  /** Answer with this error instead of doing the call. */
  status: z.int().min(400).max(599).optional(),
  /** Wait so long before the call is done. */
  delayMs,
  /** Do the call, then cut the connection before the answer is through. */
  cutOff: z.boolean().optional(),
  /** How many calls are met; without it, all until the faults are reset. */
  times: z.int().min(1).optional(),
};

export const webhookFaults = {
  /** Send each event this many times, at the same moment. */
  copies: z.int().min(1).max(3).optional(),
  delayMs,
  /** Keep events back until `POST flush`. */
  hold: z.boolean().optional(),
  /** Send events one after another in an order that is not theirs. */
  shuffle: z.boolean().optional(),
  /** The next n attempts fail as if the shop could not be reached. */
  failFirst: z.int().min(0).optional(),
};

export type WebhookFaults = z.infer<z.ZodObject<typeof webhookFaults>>;

/** What is left of a fault for the call after this one. */
export const afterThisCall = <Fault extends { times?: number | undefined }>(
  fault: Fault | undefined,
): Fault | undefined => {
  if (fault?.times === undefined) return fault;
  return fault.times === 1 ? undefined : { ...fault, times: fault.times - 1 };
};

/** A wait that keeps no process alive. */
export const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false });

/** Promises more bytes than it sends, then closes: to the client the connection has broken. */
export const cutOffAnswer = (): Response =>
  new Response('{', {
    headers: { 'content-type': 'application/json', 'content-length': '1000', connection: 'close' },
  });
