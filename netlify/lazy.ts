/**
 * What is made at first use, once per instance: so each function's bundle gets only what it uses, and none opens a
 * service that it does not ask. The annotation tells the bundler that an unused one can go.
 */
// @__NO_SIDE_EFFECTS__
export const lazy = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
