const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** How long to wait before each further look at a payment, until it is time to stop looking. */
export function* pollDelays(): Generator<number> {
  let waited = 0;
  for (
    let delay = FIRST_MS;
    waited < GIVE_UP_AFTER_MS;
    delay = Math.min(delay * GROWTH, LONGEST_MS)
  ) {
    waited += delay;
    yield delay;
  }
}
