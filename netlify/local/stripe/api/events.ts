import { Hono } from 'hono';
import * as z from 'zod';
import { noSuch } from '../errors.ts';
import { eventObject } from '../objects/event.ts';
import type { Services } from '../services.ts';
import { paramsOf, type CallEnv } from './call.ts';
import { createdParam, isCreatedWithin, page, pagingParams } from './paging.ts';
import { checkParams, expandParam, text } from './params.ts';

const retrieveParams = z.strictObject({ expand: expandParam });

const listParams = z.strictObject({
  ...pagingParams,
  created: createdParam,
  /** May hold the wildcard, as in `charge.*`. */
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: z.enum(['true', 'false']).optional(),
  expand: expandParam,
});

const isOfType = (type: string, wanted: string) =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const eventRoutes = ({ store }: Services) =>
  new Hono<CallEnv>()
    .get('/', async (context) => {
      const params = checkParams(listParams, await paramsOf(context));
      const found = store.state.events.filter(
        (event) =>
          isCreatedWithin(event.created, params.created) &&
          (params.type === undefined || isOfType(event.type, params.type)) &&
          (params.types === undefined || params.types.includes(event.type)) &&
          (params.delivery_success === undefined ||
            event.acknowledged === (params.delivery_success === 'true')),
      );
      return context.json(page(found.toReversed(), params, '/v1/events', eventObject));
    })
    .get('/:id', async (context) => {
      checkParams(retrieveParams, await paramsOf(context));
      const id = context.req.param('id');
      const event = store.state.events.find((candidate) => candidate.id === id);
      if (!event) throw noSuch('event', id);
      return context.json(eventObject(event));
    });
