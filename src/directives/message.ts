import type { ClientDirective } from 'astro';

/**
 * `client:message` brings an island to life with Astro's part of the islands. A built page leaves that out of itself
 * (.config/pages/vendor.ts), until there is a message to show (src/toasts/wake.ts).
 */
const message: ClientDirective = async (load) => {
  const hydrate = await load();
  await hydrate();
};

export default message;
