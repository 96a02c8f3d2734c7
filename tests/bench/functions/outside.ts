/** One call of a service, and what it answered. */
export type OutsideCall = {
  readonly url: string;
  readonly init: RequestInit & { readonly method: string };
  readonly status: number;
  readonly headers: [string, string][];
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** As much as comes off a line at once. */
const CHUNK_BYTES = 64 * 1024;

const nameOf = (input: string | URL | Request, init: RequestInit = {}): string =>
  `${init.method ?? 'GET'} ${input instanceof Request ? input.url : String(input)}`;

/** In chunks where they are many, none of them copied. */
const bodyOf = (bytes: Uint8Array<ArrayBuffer>): BodyInit | null => {
  if (bytes.byteLength === 0) return null;
  if (bytes.byteLength <= CHUNK_BYTES) return bytes;
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(bytes.subarray(at, (at += CHUNK_BYTES)));
      if (at >= bytes.byteLength) controller.close();
    },
  });
};

/**
 * Takes the place of `fetch`: passes calls on to what was there and keeps them, or gives the answers of kept
 * calls again, at once. Calls of the same method and address get their answers in the order they were kept in.
 */
export const standInForOutside = () => {
  const through = globalThis.fetch;
  let kept: OutsideCall[] = [];
  let answers: Map<string, OutsideCall[]> | null = null;
  let given = 0;

  const passOn = async (input: string | URL | Request, init: RequestInit = {}) => {
    const response = await through(input, init);
    const bytes = new Uint8Array(await response.clone().arrayBuffer());
    const { signal: _, ...rest } = init;
    kept.push({
      url: input instanceof Request ? input.url : String(input),
      init: { ...rest, method: init.method ?? 'GET' },
      status: response.status,
      headers: [...response.headers],
      bytes,
    });
    return response;
  };

  globalThis.fetch = async (input, init) => {
    if (!answers) return passOn(input, init);
    const call = answers.get(nameOf(input, init))?.shift();
    if (!call) throw new Error(`a call that was not made before: ${nameOf(input, init)}`);
    given += 1;
    return new Response(bodyOf(call.bytes), { status: call.status, headers: call.headers });
  };

  return {
    /** The calls that this makes. */
    record: async (work: () => Promise<unknown>): Promise<readonly OutsideCall[]> => {
      [answers, kept] = [null, []];
      await work();
      return kept;
    },
    /** From now on these calls are answered, once each. */
    answerWith: (calls: readonly OutsideCall[]): void => {
      given = 0;
      answers = new Map();
      for (const call of calls) {
        const name = nameOf(call.url, call.init);
        const same = answers.get(name);
        if (same) same.push(call);
        else answers.set(name, [call]);
      }
    },
    /** How many were since. */
    given: (): number => given,
    restore: (): void => void (globalThis.fetch = through),
  };
};
