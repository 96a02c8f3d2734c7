import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Fact } from './fact.ts';
import type { UpstashVendor } from './vendors.ts';

const READ_ON = '2026-11-28';

const REST_API = 'https://upstash.com/docs/redis/features/restapi';
const COMMANDS = 'https://upstash.com/docs/redis/overall/rediscompatibility';
const TROUBLESHOOTING = 'https://upstash.com/docs/redis/troubleshooting';

/** Returns a key that no other check uses, and deletes it after the run. */
const newKey = ({ redis, label, cleanUpLater }: UpstashVendor): string => {
  const key = `${label}:${randomUUID()}`;
  cleanUpLater(() => redis.del(key));
  return key;
};

/** Sends one HTTP request without the SDK. */
const post = (
  { url, token, fetch }: UpstashVendor,
  path: '' | '/pipeline',
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url.replace(/\/$/, '')}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  });

const postCommand = (
  vendor: UpstashVendor,
  command: readonly (string | number)[],
  headers?: Readonly<Record<string, string>>,
): Promise<Response> => post(vendor, '', command, headers);

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const UPSTASH_FACTS: readonly Fact<UpstashVendor>[] = [
  // Scripts. The shop sends the whole script each time, so it does not depend on SCRIPT LOAD.
  {
    promise: 'Runs a Lua script with EVAL and passes it keys and arguments',
    source: COMMANDS,
    readOn: READ_ON,
    check: async ({ redis, label }) => {
      const result = await redis.eval('return {KEYS[1], ARGV[1]}', [label], ['one']);
      assert.deepEqual(result, [label, 'one']);
    },
  },
  {
    promise: 'Runs a script atomically, without other commands between its calls',
    source: 'https://redis.io/docs/latest/develop/programmability/eval-intro/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const addOne = `
local count = tonumber(redis.call('GET', KEYS[1]) or 0)
redis.call('SET', KEYS[1], count + 1)`;
      await Promise.all(times(20, () => vendor.redis.eval(addOne, [key], [])));
      assert.equal(await vendor.redis.get(key), '20');
    },
  },
  {
    promise: 'Stores a sum of Unix times exactly if a script writes it as a score or a value',
    source: 'https://redis.io/docs/latest/develop/programmability/lua-api/#data-type-conversion',
    readOn: READ_ON,
    check: async (vendor) => {
      const set = newKey(vendor);
      const hash = newKey(vendor);
      const store = `
redis.call('ZADD', KEYS[1], ARGV[1] + ARGV[2], 'job')
redis.call('HSET', KEYS[2], 'lease', ARGV[1] + ARGV[2])
return {redis.call('ZSCORE', KEYS[1], 'job'), redis.call('HGET', KEYS[2], 'lease')}`;
      const result = await vendor.redis.eval(store, [set, hash], ['1795912345', '60']);
      assert.deepEqual(result, ['1795912405', '1795912405']);
    },
  },
  {
    promise:
      'Returns false to a script for a missing field, and null to a client for a script’s false',
    source: 'https://redis.io/docs/latest/develop/programmability/lua-api/#data-type-conversion',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const read = `return redis.call('HGET', KEYS[1], 'lease') or 'none'`;
      assert.equal(await vendor.redis.eval(read, [key], []), 'none');
      assert.equal(await vendor.redis.eval('return false', [key], []), null);
    },
  },
  {
    promise: 'Supports unpack, ipairs, string.sub, math.min and the operators # and ^ in scripts',
    source: 'https://redis.io/docs/latest/develop/programmability/lua-api/#runtime-libraries',
    readOn: READ_ON,
    check: async ({ redis, label }) => {
      const script = `
local first, second = unpack(ARGV)
local joined = ''
for _, key in ipairs(KEYS) do joined = joined .. string.sub(key, -1) end
return {joined, math.min(60 * 2 ^ second, 300), string.sub(first, 1, #ARGV[2])}`;
      const result = await redis.eval(script, [`${label}a`, `${label}b`], ['xyz', '1']);
      assert.deepEqual(result, ['ab', 120, 'x']);
    },
  },
  {
    promise: 'Does not support cjson in scripts, although Redis does',
    source: 'https://github.com/hivemoot/hivemoot/pull/577',
    readOn: READ_ON,
    whyUnchecked: 'Not documented. The shop’s scripts take and return plain strings.',
  },
  {
    promise:
      'Tells a script whether SET with NX wrote the key, and never replaces an existing value',
    source: 'https://redis.io/docs/latest/commands/set/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const set = `if redis.call('SET', KEYS[1], ARGV[1], 'NX') then return 1 end return 0`;
      assert.equal(await vendor.redis.eval(set, [key], ['first']), 1);
      assert.equal(await vendor.redis.eval(set, [key], ['second']), 0);
      assert.equal(await vendor.redis.get(key), 'first');
    },
  },
  {
    promise: 'Counts from 1 with INCR, and sets the lifetime of the counter in seconds with EXPIRE',
    source: 'https://redis.io/docs/latest/commands/expire/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const count = `
local calls = redis.call('INCR', KEYS[1])
if calls == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return calls`;
      assert.equal(await vendor.redis.eval(count, [key], ['60']), 1);
      assert.equal(await vendor.redis.eval(count, [key], ['60']), 2);
      const secondsLeft = await vendor.redis.ttl(key);
      assert.ok(secondsLeft > 50 && secondsLeft <= 60, `${secondsLeft} seconds left`);
    },
  },
  {
    promise: 'Does not undo what a script wrote before one of its commands failed',
    source: 'https://redis.io/docs/latest/develop/programmability/eval-intro/',
    readOn: READ_ON,
    check: async (vendor) => {
      const text = newKey(vendor);
      const other = newKey(vendor);
      const script = `
redis.call('SET', KEYS[1], 'text')
redis.call('SET', KEYS[2], 'written')
return redis.call('ZADD', KEYS[1], 1, 'member')`;
      await assert.rejects(vendor.redis.eval(script, [text, other], []), /WRONGTYPE/);
      assert.equal(await vendor.redis.get(other), 'written');
    },
  },

  // Hashes
  {
    promise:
      'Returns a hash as a flat list of fields and values, which is empty for a missing hash',
    source: 'https://redis.io/docs/latest/commands/hgetall/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      await vendor.redis.hset(key, { sale: '{"id":1}' });
      const stored = await postCommand(vendor, ['HGETALL', key]);
      assert.deepEqual(await stored.json(), { result: ['sale', '{"id":1}'] });
      const missing = await postCommand(vendor, ['HGETALL', newKey(vendor)]);
      assert.deepEqual(await missing.json(), { result: [] });
    },
  },
  {
    promise: 'Writes a field with HSETNX only if it is missing, and returns 1 or 0',
    source: 'https://redis.io/docs/latest/commands/hsetnx/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      assert.equal(await vendor.redis.hsetnx(key, 'first', '1'), 1);
      assert.equal(await vendor.redis.hsetnx(key, 'first', '2'), 0);
      assert.equal(await vendor.redis.hget(key, 'first'), '1');
    },
  },
  {
    promise: 'Counts a missing field as 0 in HINCRBY',
    source: 'https://redis.io/docs/latest/commands/hincrby/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      assert.equal(await vendor.redis.hincrby(key, 'version', 1), 1);
      assert.equal(await vendor.redis.hincrby(key, 'version', 1), 2);
    },
  },

  // Sorted sets
  {
    promise: 'Adds only new members with ZADD NX and returns their number, without changing scores',
    source: 'https://redis.io/docs/latest/commands/zadd/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const add = (score: number) => vendor.redis.zadd(key, { nx: true }, { score, member: 'job' });
      assert.equal(await add(5), 1);
      assert.equal(await add(9), 0);
      assert.equal(await vendor.redis.zscore(key, 'job'), '5');
    },
  },
  {
    promise: 'Replaces a score with ZADD GT only if the new score is greater',
    source: 'https://redis.io/docs/latest/commands/zadd/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      for (const score of [5, 9, 7]) {
        await vendor.redis.zadd(key, { gt: true }, { score, member: 'buyer' });
      }
      assert.equal(await vendor.redis.zscore(key, 'buyer'), '9');
    },
  },
  {
    promise: 'Returns members from the lowest score up, with -inf and LIMIT',
    source: 'https://redis.io/docs/latest/commands/zrange/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      await vendor.redis.zadd(
        key,
        { score: 30, member: 'at-30' },
        { score: 10, member: 'at-10' },
        { score: 20, member: 'at-20' },
      );
      const upTo = (most: number, count: number) =>
        vendor.redis.zrange(key, '-inf', most, { byScore: true, offset: 0, count });
      assert.deepEqual(await upTo(20, 10), ['at-10', 'at-20']);
      assert.deepEqual(await upTo(30, 1), ['at-10']);
    },
  },
  {
    promise: 'Excludes a score with a leading parenthesis in ZRANGEBYSCORE',
    source: 'https://redis.io/docs/latest/commands/zrangebyscore/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const script = `
redis.call('ZADD', KEYS[1], 10, 'before', 20, 'at')
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])`;
      assert.deepEqual(await vendor.redis.eval(script, [key], ['20']), ['before']);
    },
  },
  {
    promise: 'Returns a page of members from the highest score down with ZRANGE REV',
    source: 'https://redis.io/docs/latest/commands/zrange/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const [first, ...more] = times(5, (index) => ({ score: index, member: `m${index}` }));
      assert.ok(first);
      await vendor.redis.zadd(key, first, ...more);
      assert.deepEqual(await vendor.redis.zrange(key, 1, 2, { rev: true }), ['m3', 'm2']);
    },
  },
  {
    promise: 'Finds members by prefix with ZRANGE BYLEX if all scores are equal',
    source: 'https://redis.io/docs/latest/commands/zrange/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const members = ['mk7q a', 'mk7q b', 'mk8 c', 'mk c'];
      const [first, ...more] = members.map((member) => ({ score: 0, member }));
      assert.ok(first);
      await vendor.redis.zadd(key, first, ...more);
      const options = { byLex: true, offset: 0, count: 10 } as const;
      const found = await vendor.redis.zrange(key, '[mk7', '[mk7~', options);
      assert.deepEqual(found, ['mk7q a', 'mk7q b']);
    },
  },

  // Sets
  {
    promise: 'Returns 1 or 0 with SISMEMBER, and all members of a set with SMEMBERS',
    source: 'https://redis.io/docs/latest/commands/sismember/',
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      await vendor.redis.sadd(key, 'one', 'two');
      await vendor.redis.srem(key, 'two');
      assert.equal(await vendor.redis.sismember(key, 'one'), 1);
      assert.equal(await vendor.redis.sismember(key, 'two'), 0);
      assert.deepEqual(await vendor.redis.smembers(key), ['one']);
    },
  },

  // SCAN
  {
    promise: 'Returns every matching key at least once before the cursor of SCAN is the string "0"',
    source: 'https://redis.io/docs/latest/commands/scan/',
    readOn: READ_ON,
    check: async (vendor) => {
      const start = newKey(vendor);
      const keys = times(60, (index) => `${start}:${index}`);
      vendor.cleanUpLater(() => vendor.redis.del(...keys));
      await vendor.redis.mset(Object.fromEntries(keys.map((key) => [key, '1'])));
      const found = new Set<string>();
      let cursor = '0';
      do {
        const command = ['SCAN', cursor, 'MATCH', `${start}:*`, 'COUNT', 20];
        const response = await postCommand(vendor, command);
        const { result } = (await response.json()) as { result: [string, string[]] };
        assert.equal(typeof result[0], 'string');
        cursor = result[0];
        for (const key of result[1]) found.add(key);
      } while (cursor !== '0');
      assert.deepEqual([...found].toSorted(), keys.toSorted());
    },
  },

  // The REST protocol
  {
    promise: 'Runs a pipeline’s commands in order, and returns a result or an error for each',
    source: `${REST_API}#pipelining`,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const commands = [
        ['SET', key, 'text'],
        ['INCR', key],
        ['APPEND', key, '!'],
        ['GET', key],
      ];
      const response = await post(vendor, '/pipeline', commands);
      assert.equal(response.status, 200);
      const replies = (await response.json()) as { result?: unknown; error?: string }[];
      assert.deepEqual(replies[0], { result: 'OK' });
      assert.match(replies[1]?.error ?? '', /^ERR/);
      assert.deepEqual(replies.slice(2), [{ result: 5 }, { result: 'text!' }]);
    },
  },
  {
    promise: 'Runs scripts in a pipeline',
    source: `${REST_API}#pipelining`,
    readOn: READ_ON,
    check: async (vendor) => {
      const pipeline = vendor.redis.pipeline();
      pipeline.eval('return ARGV[1]', [], ['one']).eval('return ARGV[1]', [], ['two']);
      assert.deepEqual(await pipeline.exec(), ['one', 'two']);
    },
  },
  {
    promise: 'Does not run a pipeline atomically, so other commands may run in between',
    source: `${REST_API}#pipelining`,
    readOn: READ_ON,
    whyUnchecked:
      'No test can force another command in between. The shop uses scripts for atomicity.',
  },
  {
    promise: 'Responds with 400 and a message in "error" to a failing or unknown command',
    source: `${REST_API}#http-codes`,
    readOn: READ_ON,
    check: async (vendor) => {
      for (const command of [['GET'], ['NO_SUCH_COMMAND', 'key']]) {
        const response = await postCommand(vendor, command);
        assert.equal(response.status, 400);
        const body = (await response.json()) as { error?: string };
        assert.match(body.error ?? '', /^ERR/);
      }
    },
  },
  {
    promise: 'Encodes strings in base64 only if a header requests it, and never encodes "OK"',
    source: `${REST_API}#base64-encoded-responses`,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const commands = [
        ['SET', key, 'price: 8 €'],
        ['GET', key],
      ];
      const plain = await post(vendor, '/pipeline', commands);
      assert.deepEqual(await plain.json(), [{ result: 'OK' }, { result: 'price: 8 €' }]);
      const encoded = await post(vendor, '/pipeline', commands, { 'upstash-encoding': 'base64' });
      const base64 = Buffer.from('price: 8 €').toString('base64');
      assert.deepEqual(await encoded.json(), [{ result: 'OK' }, { result: base64 }]);
    },
  },
  {
    promise: 'Responds with 401 and WRONGPASS to a wrong or missing token',
    source: `${TROUBLESHOOTING}/http_unauthorized`,
    readOn: READ_ON,
    check: async (vendor) => {
      for (const authorization of ['Bearer wrong-token', '']) {
        const response = await postCommand(vendor, ['PING'], { authorization });
        assert.equal(response.status, 401);
        const body = (await response.json()) as { error?: string };
        assert.match(body.error ?? '', /^WRONGPASS/);
      }
    },
  },
  {
    promise: 'Refuses EVAL and SCAN for a read-only token with an error that begins with NOPERM',
    source: 'https://github.com/upstash/ratelimit-js/issues/18',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a second token. The documentation says that only reads are allowed.',
  },

  // Limits
  {
    promise: 'Refuses a request over 10 MB with "max request size exceeded"',
    source: `${TROUBLESHOOTING}/max_request_size_exceeded`,
    readOn: READ_ON,
    whyNotLive: 'The limit depends on the plan. It is 10 MB for "Free" and "Pay as you go".',
    checkStandIn: async (vendor) => {
      const key = newKey(vendor);
      const ofSize = (bytes: number) => postCommand(vendor, ['SET', key, 'x'.repeat(bytes)]);
      const fits = await ofSize(9_000_000);
      assert.deepEqual(await fits.json(), { result: 'OK' });
      const tooLarge = await ofSize(10_000_000);
      assert.deepEqual(await tooLarge.json(), { error: 'ERR max request size exceeded' });
    },
  },
  {
    promise: 'Refuses commands over the monthly limit with "max requests limit exceeded"',
    source: `${TROUBLESHOOTING}/max_requests_limit`,
    readOn: READ_ON,
    whyUnchecked: 'A check would send 500,000 commands. The health check recognizes the message.',
  },
  {
    promise: 'Refuses commands over a daily limit with "max daily request limit exceeded"',
    source: `${TROUBLESHOOTING}/max_daily_request_limit`,
    readOn: READ_ON,
    whyUnchecked:
      'Only plans from before the monthly limit have it. The health check recognizes it.',
  },
  {
    promise: 'Refuses writes to a full database, but still accepts reads and deletions',
    source: `${TROUBLESHOOTING}/db_capacity_quota_exceeded`,
    readOn: READ_ON,
    whyUnchecked: 'A check would write 256 MB on the free plan, or 10 GB on "Pay as you go".',
  },
  {
    promise: 'Deletes no data from a full database unless eviction is enabled',
    source: 'https://upstash.com/docs/redis/features/eviction',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a full database. The health check reads the policy if INFO has it.',
  },
  {
    promise: 'Reports its eviction policy in INFO as "maxmemory_policy"',
    source: COMMANDS,
    readOn: READ_ON,
    whyUnchecked:
      'Not documented: INFO is not in the list. Without it, the health check reports nothing.',
  },

  // Consistency
  {
    promise: 'Stores data durably and not only in memory',
    source: 'https://upstash.com/docs/redis/features/eviction',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a failing server. The page mentions durable storage only in passing.',
  },
  {
    promise: 'Writes each key at one leader, so the scripts of all clients run one after another',
    source: 'https://upstash.com/docs/redis/features/consistency',
    readOn: READ_ON,
    whyUnchecked: 'A check needs several replicas. The owner makes a backup every day.',
  },
  {
    promise: 'May read from a replica that lacks another client’s latest write',
    source: 'https://upstash.com/docs/redis/features/consistency',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs a slow replica. The shop’s scripts write, so they run at the leader.',
  },
];
