/**
 * An order is stored as the set of facts that Stripe has reported about it, and its status is a pure function of that
 * set. Facts are only added, and adding one twice changes nothing: events may arrive late, twice, at once or in any
 * order, and the outcome is the same. Only downloads are counted up, and no status depends on them. Times are Unix
 * seconds, amounts are minor units.
 *
 *     product, amount, currency, created   what was sold, and when its checkout began
 *     discount                             what a promotion code took off the price, if there was one
 *     tax                                  the tax in the amount, if Stripe worked it out
 *     presented                            what a buyer abroad paid in another currency: "840 eur"
 *     withdrawn                            when the buyer withdrew from the purchase; see mail/withdrawal.ts
 *     intent                               the payment's id at Stripe
 *     buyer                                stands for the address; see mail/buyer-key.ts. '-' once forgotten
 *     payment:{pending|paid|failed}        which source reported it first, and when: "webhook 1763716800"
 *     refund:{id}                          how much and when: "899 1763716800"
 *     refund:{id}:returned                 the same, of a refund that failed or was canceled afterwards
 *     dispute:{id}:{status}:{time}         a status from an event, and until when the bank takes an answer; see
 *                                          disputes.ts
 *     dispute:{id}:{status}:{time}:seen    a status from a lookup
 *     event:{id}                           the ledger: an event that was handled, "refund.created 1763716800"
 *     download:{product}                   how often and when a file was fetched; see count-downloads.ts
 *     mail:receipt                         the outcome of sending the receipt; see mail/receipt.ts
 *     mail:again:{n}                       the same of the owner's copy, with "own" or "other" for the address:
 *                                          "sent 1763716800 own 49a3999c"
 *     mail:withdrawal:tried                when a try began to finish a withdrawal, until its outcome is known
 *     override:{n}:{block|open}            the owner's decision, and when; see override.ts
 */
export type Facts = Readonly<Record<string, string>>;

/** Which path brought a fact. Each of the three is enough on its own. */
export type Source = 'webhook' | 'return' | 'reconciler';
