/** A vendor's promise that the shop relies on. */
export type Fact<Vendor> = {
  /** What the vendor promises, in one sentence. */
  readonly promise: string;
  /**
   * The URL of the page with the promise. It is the vendor's documentation or, if that says
   * nothing, the vendor's code, a statement by its staff or a customer's report.
   */
  readonly source: string;
  /** The day on which the page was read, such as "2026-11-28". */
  readonly readOn: string;
} & (Checked<Vendor> | CheckedAtStandIn<Vendor> | Unchecked);

type Checked<Vendor> = {
  /** Throws an assertion error if the vendor doesn't keep the promise. */
  readonly check: (vendor: Vendor) => Promise<void>;
};

/**
 * For a situation, such as a failure, that a check must not or cannot cause in the real service.
 */
type CheckedAtStandIn<Vendor> = {
  readonly checkStandIn: (vendor: Vendor) => Promise<void>;
  readonly whyNotLive: string;
};

type Unchecked = {
  /** Why no test can check the promise. */
  readonly whyUnchecked: string;
};

/** A fact that no test can check. */
export type UncheckedFact = Extract<Fact<never>, Unchecked>;

/** A check throws this error if something that it needs is missing in this run. */
export class SkippedCheck extends Error {}

/** Returns the check to run, or the reason why there is none. */
export const checkFor = <Vendor>(
  fact: Fact<Vendor>,
  target: 'stand-in' | 'real',
): ((vendor: Vendor) => Promise<void>) | string => {
  if ('whyUnchecked' in fact) return fact.whyUnchecked;
  if ('check' in fact) return fact.check;
  return target === 'stand-in' ? fact.checkStandIn : fact.whyNotLive;
};
