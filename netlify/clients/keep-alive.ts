type Dispatcher = { readonly dispatch: (options: object, handler: object) => boolean };

/** Where Node keeps what its `fetch` sends requests by (undici.nodejs.org, "Global Dispatcher"). */
const GLOBAL = Symbol.for('undici.globalDispatcher.1');

/**
 * For `fetch` to a service that is known to answer HEAD without a body: Node closes the connection behind every
 * HEAD, in case of a server that does not, and the next request would wait for a new one. Nothing where this
 * version of Node has no such place.
 */
export const keepAlive = (): { readonly dispatcher?: Dispatcher } => {
  const { [GLOBAL]: node } = globalThis as { readonly [GLOBAL]?: Dispatcher };
  if (!node) return {};
  return {
    dispatcher: {
      dispatch: (options, handler) => node.dispatch({ ...options, reset: false }, handler),
    },
  };
};
