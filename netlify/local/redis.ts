import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';

export type Engine = {
  readonly redis: Redis;
  /** false if the data is lost with the process. */
  readonly lasting: boolean;
  readonly stop: () => Promise<void>;
};

const hasRedisServer = (): boolean =>
  spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

const SOCKET = 'redis.sock';

/**
 * Stops the server however this process ends. The shell reads from a pipe that this process holds open, and stops the
 * server when the pipe closes.
 */
const TIED_TO_PARENT = 'redis-server "$@" & server=$!; read -r _; kill $server; wait $server';

const startServer = async (directory: string): Promise<Engine> => {
  mkdirSync(directory, { recursive: true });
  const files = `--dir . --appendonly yes --appendfsync always --unixsocket ${SOCKET} --port 0`;
  const settings = [...files.split(' '), '--save', ''];
  const shell = spawn('sh', ['-c', TIED_TO_PARENT, 'redis', ...settings], {
    cwd: directory,
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C reaches the whole process group, and the server must outlive the last request.
    detached: true,
  });
  // Relative, since a socket's path is limited to 107 bytes and the project may be nested deep.
  const socket = path.relative(process.cwd(), path.join(directory, SOCKET));
  const redis = new Redis({ path: socket, retryStrategy: () => 50, maxRetriesPerRequest: 100 });
  redis.on('error', () => undefined); // connections are refused until the server has read its file
  await redis.ping();
  const stop = async () => {
    redis.disconnect();
    const ended = new Promise((resolve) => shell.once('exit', resolve));
    shell.stdin.end();
    await ended;
  };
  return { redis, lasting: true, stop };
};

/** Starts a redis-server with its data in `directory`, or an engine in this process if none is installed. */
export const startEngine = async (directory: string): Promise<Engine> => {
  if (hasRedisServer()) return startServer(directory);
  const { default: RedisMock } = await import('ioredis-mock');
  const redis = new RedisMock();
  return { redis, lasting: false, stop: () => Promise.resolve(redis.disconnect()) };
};
