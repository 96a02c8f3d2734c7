import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { controlRoutes as sharedRoutes } from '../kit/control.ts';
import { faultsSchema } from './faults.ts';
import type { Services } from './services.ts';

const named = z.object({ id: z.string() });

/** What a mail server or a reader does to a mail that was delivered. */
export const outcomeActions = ({ store, add, send }: Services) => {
  const act = (outcome: 'bounced' | 'complained') => async (fields: unknown) => {
    const { data } = named.safeParse(fields);
    const mail = store.state.mails.find(({ id }) => id === data?.id);
    if (!mail) throw new HTTPException(404, { message: 'No such mail.' });
    const event = add(mail, outcome);
    await send(event);
    return event;
  };
  return { bounce: act('bounced'), complain: act('complained') };
};

/** `/_control/mail/*` */
export const controlRoutes = (services: Services) =>
  sharedRoutes({
    faults: services.faults,
    schema: faultsSchema,
    flush: services.flush,
    actions: outcomeActions(services),
  });
