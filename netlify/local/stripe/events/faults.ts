import * as z from 'zod';

const delayMs = z.int().min(0).max(60_000).optional();

export const faultsSchema = z.strictObject({
  api: z
    .strictObject({
      /** Answer with this error instead of doing the call. */
      status: z.int().min(400).max(599).optional(),
      delayMs,
      /** How many calls are met; without it, all until the faults are reset. */
      times: z.int().min(1).optional(),
      /** Do the call, then cut the connection before the answer is through. */
      cutOff: z.boolean().optional(),
    })
    .optional(),
  webhooks: z
    .strictObject({
      /** Send each event this many times, at the same moment. */
      copies: z.int().min(1).max(3).optional(),
      delayMs,
      /** Keep events back until `POST /_control/flush`. */
      hold: z.boolean().optional(),
      /** Send events one after another in an order that is not theirs. */
      shuffle: z.boolean().optional(),
      /** The next n attempts fail as if the shop could not be reached. */
      failFirst: z.int().min(0).optional(),
    })
    .optional(),
});

export type FaultSettings = z.infer<typeof faultsSchema>;
export type Faults = ReturnType<typeof createFaults>;

/** Faults last as long as the process: a restart is always a healthy one. */
export const createFaults = () => {
  let settings: FaultSettings = {};
  return {
    get: () => settings,
    set: (next: FaultSettings) => {
      settings = next;
    },
    /** The fault that meets this API call, counted down. */
    takeApiFault: () => {
      const { api, ...others } = settings;
      if (api?.times === 1) settings = others;
      else if (api?.times) settings = { ...others, api: { ...api, times: api.times - 1 } };
      return api ?? {};
    },
    /** True when this webhook attempt has to fail. */
    takeWebhookFailure: () => {
      const { webhooks } = settings;
      if (!webhooks?.failFirst) return false;
      settings = { ...settings, webhooks: { ...webhooks, failFirst: webhooks.failFirst - 1 } };
      return true;
    },
  };
};

/** The same items in another order; the order changes whenever there are two or more. */
export const shuffled = <Item>(items: readonly Item[]): Item[] => {
  const drawn = items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
  const unchanged = drawn.every((item, index) => item === items[index]);
  return unchanged ? drawn.toReversed() : drawn;
};
