import { tmpdir } from 'node:os';
import { BLOBS, REDIS } from '../model/world.ts';
import type { Stage } from './stage.ts';

const STACK = /\n\s+at |\bat \S+:\d+:\d+|\.[cm]?[jt]s:\d+|file:\/\/\/|node:internal|node_modules/;
const KEY = /\b(?:whsec|sk_test|sk_live|rk_live)_\w+|\b(?:pi|ch|py|cus|re|pm|txn|evt)_[13]\w{22,}/;
/** Noise to everybody, in which any other word could turn up. */
export const SEALED_TICKET = /(?<=\/api\/files\/)[\w-]{40,}/g;

/** Variables that hold no secret; where Stripe is, buyers are told. */
const PUBLIC = /^(PUBLIC_|RATE_LIMIT|STRIPE_API_URL)/;

/** A part of a session id that is still most of the key. */
const MOST_OF_SESSION = -40;

/** `before` is the environment as it was before the world put its secrets there. */
export const createLeaks = (before: NodeJS.ProcessEnv) => {
  const values = Object.entries(process.env)
    .filter(([name, value]) => before[name] !== value && !PUBLIC.test(name))
    .map(([, value]) => value ?? '');
  const ofMachine = [...values, REDIS, BLOBS, process.cwd(), `${tmpdir()}/world-`];

  const leaksIn = ({ secrets }: Stage, text: string): string[] => {
    const plain = text.replace(SEALED_TICKET, '');
    const told = [...ofMachine, ...secrets].filter((thing) => plain.includes(thing));
    const alike = [STACK, KEY].flatMap((pattern) => pattern.exec(plain)?.[0] ?? []);
    return [...told, ...alike];
  };

  return {
    /** What an answer tells that its request did not say itself. */
    inAnswer: (stage: Stage, text: string, carried: string): string[] =>
      leaksIn(stage, text)
        .filter((leak) => !carried.includes(leak))
        .map((leak) => `told: ${leak}`),
    /** What a line of the log holds that no log may, whoever sent it. */
    inLog: (stage: Stage, line: string): string[] => {
      const sessions = [...stage.sessions].filter((id) => line.includes(id.slice(MOST_OF_SESSION)));
      return [...leaksIn(stage, line), ...sessions].map((leak) => `logged: ${leak}`);
    },
  };
};

export type Leaks = ReturnType<typeof createLeaks>;
