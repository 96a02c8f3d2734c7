/** A vendor's promise that the shop relies on. */
export type Fact<Vendor> = {
  /** What the vendor promises, in one sentence. */
  readonly promise: string;
  /**
   * The page that says so: the vendor's documentation or, if it says nothing, the vendor's code or
   * staff, or a report by a customer.
   */
  readonly source: string;
  /** The day when the page was read, "2026-11-28". */
  readonly readOn: string;
} & (Checked<Vendor> | CheckedAtStandIn<Vendor> | Unchecked);

type Checked<Vendor> = {
  /** Throws an assertion error if the vendor doesn't keep the promise. */
  readonly check: (vendor: Vendor) => Promise<void>;
};

/** For a failure that cannot be triggered at the real service. */
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

/** A check throws this if it needs something that this run doesn't have. */
export class SkippedCheck extends Error {}

/** The check to run, or the reason why there is none. */
export const checkFor = <Vendor>(
  fact: Fact<Vendor>,
  target: 'stand-in' | 'real',
): ((vendor: Vendor) => Promise<void>) | string => {
  if ('whyUnchecked' in fact) return fact.whyUnchecked;
  if ('check' in fact) return fact.check;
  return target === 'stand-in' ? fact.checkStandIn : fact.whyNotLive;
};
