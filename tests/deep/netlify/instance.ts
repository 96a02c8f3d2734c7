import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Question, Reply } from './lambda.ts';

const LAMBDA = path.join(import.meta.dirname, 'lambda.ts');

export type Instance = {
  readonly invoke: (event: object) => Promise<Response>;
  /** What the function has logged. */
  readonly log: () => string;
  readonly stop: () => void;
};

const EMPTY = new Set([204, 304]);

const responseOf = ({ prelude, body, thrown }: Reply): Response => {
  if (!prelude) return new Response(thrown ?? 'no answer', { status: 502 });
  const { statusCode: status, multiValueHeaders } = prelude;
  const headers = new Headers();
  for (const [name, values] of Object.entries(multiValueHeaders)) {
    for (const value of values) headers.append(name, value);
  }
  return new Response(EMPTY.has(status) ? null : new Uint8Array(body), { status, headers });
};

/** Starts a function from the folder of its unpacked ZIP, with this environment and nothing else. */
export const startInstance = (
  folder: string,
  environment: Readonly<Record<string, string>>,
): Instance => {
  const child = spawn(process.execPath, [LAMBDA], {
    cwd: folder,
    env: { ...environment, LAMBDA_TASK_ROOT: folder },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (log += chunk));
  }
  const waiting = new Map<number, PromiseWithResolvers<Reply>>();
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${folder} has ended: ${log}`));
  });
  let asked = 0;
  return {
    invoke: async (event) => {
      const question: Question = { id: (asked += 1), event };
      const answered = Promise.withResolvers<Reply>();
      waiting.set(question.id, answered);
      child.send(question);
      return responseOf(await answered.promise);
    },
    log: () => log,
    stop: () => void child.kill(),
  };
};
