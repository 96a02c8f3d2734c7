import type { ClientDirective } from 'astro';
import { askEarly } from '../api/early.ts';

// Here, not below: the request then leaves before the island's scripts are even asked for.
askEarly();

/** `client:early` brings an island to life at once, and asks about the payment of the page before that. */
const early: ClientDirective = async (load) => {
  const hydrate = await load();
  await hydrate();
};

export default early;
