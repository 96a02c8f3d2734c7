import { mailEvent, postEvent } from '../mail/events.ts';
import type { TestShop } from '../shop/shop.ts';
import { type Calls, buyKnown } from './outside-calls.ts';

/** What the mail service calls. */
export const mailCalls = (shop: TestShop): Calls => {
  const telling = async (session: string | Promise<string>, type: string) => {
    const body = await mailEvent(await session, type);
    return () => postEvent(shop, body);
  };
  return {
    'mail-webhook': {
      // The order by its number, then the fact.
      'a receipt that bounced': [
        [200, 2, 0, 0, 2],
        () => telling(buyKnown(shop, 'bundle'), 'email.bounced'),
      ],
      'a mail about no order of this shop': [
        [200, 1, 0, 0, 1],
        () => telling('cs_test_nobody', 'email.bounced'),
      ],
      'an event of nothing that is kept': [
        [200, 0, 0, 0, 0],
        () => telling('cs_test_nobody', 'email.opened'),
      ],
      'an event that the mail service did not sign': [
        [400, 0, 0, 0, 0],
        () => () => postEvent(shop, '{}', {}),
      ],
    },
  };
};
