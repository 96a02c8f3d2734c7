import { testAnnouncing } from './guides/announcing.ts';
import { testConnection } from './guides/connection.ts';
import { testEditions } from './guides/editions.ts';
import { testRefusals } from './guides/refusals.ts';
import { useOwnerShop } from './owner-shop.ts';

// One shop, which takes seconds to start, for all that replaces guides.
useOwnerShop();
testEditions();
testAnnouncing();
testRefusals();
testConnection();
