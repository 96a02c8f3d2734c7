import type { Times } from '../deep/netlify/lambda.ts';
import { openDeploys } from '../deep/netlify/open-deploys.ts';
import { installPackages } from '../deep/netlify/packages.ts';
import { claim, median, optionsOf, printTable, ratio, say, spread } from './figures.ts';
import { prepareFirstCalls } from './functions/first-calls.ts';

/**
 * What the first call of each function takes, as Netlify deploys it: its own bootstrap and the function are loaded, and
 * the call is answered, in a process of its own. Beside it a function that says hello.
 */
const options = optionsOf({ runs: '7', only: '' });
const runs = Number(options.runs);
/** Of a plain function's processor time, for what a parent waits for. */
const CLAIMED_RATIO = 3;
/** Nobody waits for the one, and the owner alone for the others. */
const OWNERS = /^(?:reconcile|upload|admin-)/;

const HELLO = `import type { Config } from '@netlify/functions';
export default async () => new Response('Hello');
export const config: Config = { path: '/hello' };
`;

const missing = await installPackages();
if (missing !== null) throw new Error(missing);
say('building the shop by Netlify\u2019s own build ...\n');
const deploys = await openDeploys(['production'], (project) =>
  project.write('netlify/functions/hello.ts', HELLO),
);
try {
  const shop = deploys.at('production');
  const calls = (await prepareFirstCalls(deploys, shop)).filter(
    ({ name }) => name === 'hello' || name.includes(options.only),
  );
  const times = new Map(calls.map(({ name }) => [name, [] as Times[]]));
  // The first turn is not counted: it reads the files.
  for (let turn = 0; turn <= runs; turn += 1) {
    for (const { name, request } of calls) {
      const [deployed = name] = name.split(',');
      const { response, sinceLoad } = await shop.firstCall(deployed, await request());
      if (!response.ok && name !== 'not-found') throw new Error(`${name}: ${response.status}`);
      if (turn > 0) times.get(name)?.push(sinceLoad);
    }
  }
  const of = (name: string, which: keyof Times): number[] =>
    times.get(name)?.map((one) => one[which]) ?? [];
  const plain = { wall: median(of('hello', 'wall')), cpu: median(of('hello', 'cpu')) };
  say(`ms: median (least-most) of ${runs} runs, turn by turn\n`);
  printTable([
    ['', 'first call', 'of plain', 'CPU', 'of plain'],
    ...calls
      .toSorted((a, b) => median(of(b.name, 'cpu')) - median(of(a.name, 'cpu')))
      .map(({ name }) => [
        name,
        spread(of(name, 'wall')),
        ratio(median(of(name, 'wall')), plain.wall),
        spread(of(name, 'cpu')),
        ratio(median(of(name, 'cpu')), plain.cpu),
      ]),
  ]);
  const slow = calls.filter(
    ({ name }) => !OWNERS.test(name) && median(of(name, 'cpu')) > CLAIMED_RATIO * plain.cpu,
  );
  const names = slow.map(({ name }) => `; not ${name}`).join('');
  claim(
    slow.length === 0,
    `what a parent waits for first takes less than ${CLAIMED_RATIO} times the CPU of a plain function${names}`,
  );
} finally {
  await deploys.close();
}
