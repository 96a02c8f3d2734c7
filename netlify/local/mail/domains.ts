import { Hono } from 'hono';
import { checkKey } from './api.ts';
import { MailError, errorAnswer } from './errors.ts';
import type { Services } from './inbox.ts';

/** `GET /domains`, with the domain of the local shop's address. */
export const domainRoutes = ({ apiKey }: Pick<Services, 'apiKey'>) =>
  new Hono()
    .get('/', ({ req, json }) => {
      checkKey(req.header('authorization'), apiKey);
      const domain = { id: 'd91cd9bd-1176-453e-8fc1-35364d380206', name: 'example.com' };
      const data = [{ ...domain, status: 'verified', region: 'us-east-1' }];
      return json({ object: 'list', has_more: false, data });
    })
    .onError((error) => {
      if (error instanceof MailError) return errorAnswer(error);
      throw error;
    });
