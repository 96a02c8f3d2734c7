import { controlRoutes as sharedRoutes } from '../kit/control.ts';
import { ACTIONS } from './actions.ts';
import { type Services, faultsSchema } from './services.ts';

/** `/_control/*` with the actions of the dashboard, and the state for tests. */
export const controlRoutes = (services: Services) => {
  const { faults, outbox, store } = services;
  const actions = Object.entries(ACTIONS).map(
    ([name, act]) => [name, (fields: unknown) => act(services, fields)] as const,
  );
  return sharedRoutes({
    faults,
    schema: faultsSchema,
    flush: outbox.flush,
    actions: Object.fromEntries(actions),
  }).get('/state', (context) => {
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
};
