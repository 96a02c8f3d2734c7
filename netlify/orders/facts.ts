/**
 * An order is stored as the set of facts that Stripe ever told about it, and its status is a pure
 * function of that set. Facts are only added, never changed or removed, and adding one twice is
 * adding it once: so neither the order in which events arrive, nor repeats, nor two of them at the
 * same time can change the outcome. Downloads alone are counted up, and no status depends on them.
 * Times are Unix seconds, amounts minor units.
 *
 *     product, amount, currency, created   what was sold, and when its checkout began
 *     intent                               the payment's id at Stripe
 *     buyer                                what stands for the address; see mail/buyer-key.ts. '-' once forgotten
 *     payment:{pending|paid|failed}        who learned it first, and when: "webhook 1763716800"
 *     refund:{id}                          how much and when: "899 1763716800"
 *     refund:{id}:returned                 the same, of what came back since it failed or was canceled
 *     dispute:{id}:{status}:{time}         that an event told it; see disputes.ts
 *     dispute:{id}:{status}:{time}:seen    that Stripe said so when it was asked
 *     warning:{id}                         an early fraud warning: Stripe's word for it, and when
 *     event:{id}                           the ledger: an event handled, "refund.created 1763716800"
 *     download:{product}                   how often and when a file was fetched; see download-facts.ts
 *     mail:receipt                         how sending it ended; see mail/receipt.ts
 *     mail:again:{n}                       the same of the owner's copy, with "own" or "other" for the address:
 *                                          "sent 1763716800 own 49a3999c"
 *     mail:receipt:{news}                  what the mail service told later, and when: "bounced", "delivered" and
 *     mail:again:{n}:{news}                so on, all of them in mail/receipt-facts.ts. Of a bounce its kind too:
 *     mail:{id}:{news}                     "1763716800 Permanent General". With an id it was another mail
 *     override:{n}:{block|open}            what the owner decided by hand, and when; see override.ts
 */
export type Facts = Readonly<Record<string, string>>;

/** Who learns of an order: each of the three alone is enough. */
export type Source = 'webhook' | 'return' | 'reconciler';
