import assert from 'node:assert/strict';
import type { Fact } from './fact.ts';
import type { UpstashVendor } from './vendors.ts';

const READ_ON = '2026-11-28';

export const UPSTASH_FACTS: readonly Fact<UpstashVendor>[] = [
  {
    promise: 'Runs a Lua script with EVAL, and gives it keys and arguments',
    source: 'https://upstash.com/docs/redis/overall/rediscompatibility',
    readOn: READ_ON,
    check: async ({ redis, mark }) => {
      const result = await redis.eval('return {KEYS[1], ARGV[1]}', [mark], ['one']);
      assert.deepEqual(result, [mark, 'one']);
    },
  },
];
