import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';

/** The faults that a stand-in is set to. They end with the process. */
export type Faults<Settings> = { settings: Settings };

export const callFaults = {
  /** Answer with this error instead of carrying out the call. */
  status: z.int().min(400).max(599).optional(),
  /** Carry out the call, then cut the connection in the middle of the answer. */
  cutOff: z.boolean().optional(),
  /** The number of calls that fail. Without it, all calls fail until the faults are reset. */
  times: z.int().min(1).optional(),
};

/** The fault that this call meets. Counts it. */
export const takeFault = <Fault extends { times?: number | undefined }>(
  fault: Fault | undefined,
): Partial<Fault> => {
  if (fault?.times === 0) return {};
  if (fault?.times) fault.times -= 1;
  return fault ?? {};
};

/** Announces more bytes than it sends, then closes, so that the client sees a broken connection. */
export const cutOffResponse = (): Response =>
  new Response('{', { headers: { 'content-length': '1000', connection: 'close' } });

/** The checked fields of a call, an action or of faults. Throws words about the invalid ones. */
export const checkFields = <Fields>(schema: z.ZodType<Fields>, fields: unknown): Fields => {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: z.prettifyError(parsed.error) });
};

/** How tests and scripts set the faults, in JSON. */
export const faultRoutes = <Settings>(faults: Faults<Settings>, schema: z.ZodType<Settings>) =>
  new Hono().put('/faults', async ({ req }) => {
    faults.settings = checkFields(schema, await req.json());
    return Response.json(faults.settings);
  });
