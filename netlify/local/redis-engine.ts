import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';

export type RedisEngine = {
  readonly redis: Redis;
  /** false if the data is lost when this process ends. */
  readonly isPersistent: boolean;
  readonly stop: () => Promise<void>;
};

const hasRedisServer = (): boolean =>
  spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

const SOCKET = 'redis.sock';

const SERVER_ARGUMENTS = [
  ['--dir', '.'],
  ['--appendonly', 'yes'],
  ['--appendfsync', 'always'],
  ['--unixsocket', SOCKET],
  ['--port', '0'],
  ['--save', ''],
].flat();

/**
 * Stops the server when standard input ends. Standard input is a pipe from this process. The
 * operating system closes the pipe even if this process crashes.
 */
const RUN_UNTIL_PIPE_CLOSES =
  'redis-server "$@" & server=$!; read -r _; kill $server; wait $server';

const startRedisServer = async (directory: string): Promise<RedisEngine> => {
  mkdirSync(directory, { recursive: true });
  const shell = spawn('sh', ['-c', RUN_UNTIL_PIPE_CLOSES, 'redis', ...SERVER_ARGUMENTS], {
    cwd: directory,
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C reaches the whole process group, but the server must outlive the last request.
    detached: true,
  });
  // Relative, because a socket's path is limited to 107 bytes.
  const socket = path.relative(process.cwd(), path.join(directory, SOCKET));
  const redis = new Redis({ path: socket, retryStrategy: () => 50, maxRetriesPerRequest: 100 });
  // Ignores refused connections until the server has loaded its data.
  redis.on('error', () => undefined);
  await redis.ping();
  const stop = async () => {
    redis.disconnect();
    const exited = new Promise((resolve) => shell.once('exit', resolve));
    shell.stdin.end();
    await exited;
  };
  return { redis, isPersistent: true, stop };
};

const startInProcessEngine = async (): Promise<RedisEngine> => {
  const { default: RedisMock } = await import('ioredis-mock');
  const redis = new RedisMock();
  // The engine accepts the options of ZADD, such as "xx", only in upper case.
  const zadd: Function = redis.zadd.bind(redis);
  const zaddWithOption = (key: string, option: unknown, ...rest: unknown[]): unknown =>
    zadd(key, String(option).toUpperCase(), ...rest);
  Object.assign(redis, { zadd: zaddWithOption });
  const stop = async () => redis.disconnect();
  return { redis, isPersistent: false, stop };
};

/**
 * Starts redis-server with its data in `directory`. If redis-server is not installed, starts an
 * in-process engine instead.
 */
export const startRedisEngine = (directory: string): Promise<RedisEngine> =>
  hasRedisServer() ? startRedisServer(directory) : startInProcessEngine();
