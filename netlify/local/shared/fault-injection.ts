import { Hono } from 'hono';
import * as z from 'zod';
import { checkFields } from './check-fields.ts';

export type InjectedFaults<Settings> = { settings: Settings };

export const callFaults = {
  /** Respond with this error instead of carrying out the call. */
  status: z.int().min(400).max(599).optional(),
  /** Carry out the call, then cut the connection in the middle of the response. */
  cutOff: z.boolean().optional(),
  /** The number of calls that fail. Without it, all calls fail until the faults are reset. */
  times: z.int().min(1).optional(),
};

/** Returns the fault for this call and decrements its `times`. Returns {} if there is none. */
export const takeFault = <Fault extends { times?: number | undefined }>(
  fault: Fault | undefined,
): Partial<Fault> => {
  if (fault === undefined || fault.times === 0) return {};
  if (fault.times !== undefined) fault.times -= 1;
  return fault;
};

/** Announces more bytes than it sends, so the client sees a broken connection. */
export const cutOffResponse = (): Response =>
  new Response('{', { headers: { 'content-length': '1000', connection: 'close' } });

export const faultRoutes = <Settings>(
  faults: InjectedFaults<Settings>,
  schema: z.ZodType<Settings>,
) =>
  new Hono().put('/faults', async ({ req }) => {
    faults.settings = checkFields(schema, await req.json());
    return Response.json(faults.settings);
  });
