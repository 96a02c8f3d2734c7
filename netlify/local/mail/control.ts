import { Hono, type HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { faultsSchema } from './faults.ts';
import type { Services } from './inbox.ts';

const readJson = async <Read>(request: HonoRequest, schema: z.ZodType<Read>): Promise<Read> => {
  const parsed = schema.safeParse(await request.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: z.prettifyError(parsed.error) });
};

/** What a mail server or a reader does later, to a mail that was delivered. */
export const laterOutcomes = ({ store, outbox }: Services) => {
  const act = (outcome: 'bounced' | 'complained') => async (id: string) => {
    const mail = store.state.mails.find((one) => one.id === id);
    if (!mail) throw new HTTPException(404, { message: 'No such mail.' });
    const event = outbox.add(mail, outcome);
    await outbox.send(event);
    return event;
  };
  return { bounce: act('bounced'), complain: act('complained') };
};

/** `/_control/mail/*`: for tests and scripts, as JSON. */
export const controlRoutes = (services: Services) => {
  const { faults, outbox } = services;
  const app = new Hono()
    .get('/faults', (context) => context.json(faults.get()))
    .put('/faults', async (context) => {
      faults.set(await readJson(context.req, faultsSchema));
      return context.json(faults.get());
    })
    .delete('/faults', (context) => {
      faults.set({});
      return context.json(faults.get());
    })
    .post('/flush', async (context) => context.json({ sent: await outbox.flush() }));
  for (const [name, act] of Object.entries(laterOutcomes(services))) {
    app.post(`/${name}`, async (context) => {
      const { id } = await readJson(context.req, z.strictObject({ id: z.string() }));
      return context.json(await act(id));
    });
  }
  return app;
};
