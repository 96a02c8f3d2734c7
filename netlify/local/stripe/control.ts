import { Hono, type HonoRequest } from 'hono';
import * as z from 'zod';
import { ACTIONS } from './actions.ts';
import { badRequest } from './errors.ts';
import { faultsSchema } from './events/faults.ts';
import type { Services } from './services.ts';

const readJson = async (request: HonoRequest): Promise<unknown> => {
  try {
    return JSON.parse(await request.text());
  } catch {
    throw badRequest('The body is not JSON.');
  }
};

/** `/_control/*`: the actions for tests and scripts, as JSON, and the faults to test against. */
export const controlRoutes = (services: Services) => {
  const { faults, outbox, store } = services;
  const app = new Hono()
    .get('/faults', (context) => context.json(faults.get()))
    .put('/faults', async (context) => {
      const parsed = faultsSchema.safeParse(await readJson(context.req));
      if (!parsed.success) throw badRequest(z.prettifyError(parsed.error));
      faults.set(parsed.data);
      return context.json(faults.get());
    })
    .delete('/faults', (context) => {
      faults.set({});
      return context.json(faults.get());
    })
    .post('/flush', async (context) => context.json({ sent: await outbox.flush() }))
    .get('/state', (context) => {
      const { sessions, refunds, disputes, events } = store.state;
      const count = (status: string) => sessions.filter((one) => one.status === status).length;
      return context.json({
        sessions: { open: count('open'), complete: count('complete'), expired: count('expired') },
        refunds: refunds.length,
        disputes: disputes.length,
        events: events.map(({ event, held, deliveries, nextAttemptAtMs }) =>
          Object.assign({}, event, { held, deliveries, nextAttemptAtMs }),
        ),
      });
    });
  for (const [name, act] of Object.entries(ACTIONS)) {
    app.post(`/${name}`, async (context) =>
      context.json(await act(services, await readJson(context.req))),
    );
  }
  return app;
};
