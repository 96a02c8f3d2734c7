import { Readable } from 'node:stream';

/** What Node's readline needs to read single keys. */
const TERMINAL = { isTTY: true, setRawMode: () => undefined };

/**
 * Runs one of the owner's commands in this process, and then restores the process. `typed` arrives
 * through a pipe, or key by key if the input is a terminal.
 */
export const runHere = async (
  command: () => Promise<void>,
  { args = [] as readonly string[], env = {} as NodeJS.ProcessEnv, typed = '', isTerminal = false },
) => {
  // After `vi.resetModules`, the command imports other modules than this file did.
  const { runCommand } = await import('../../netlify/commands/run.ts');
  const { argv, exitCode, stdin } = process;
  const environment = { ...process.env };
  const { log, error } = console;
  const { write } = process.stderr;
  let out = '';
  let err = '';
  console.log = (line) => void (out += `${line}\n`);
  console.error = (line) => void (err += `${line}\n`);
  process.stderr.write = () => true; // the questions
  process.argv = [...argv.slice(0, 2), ...args];
  Object.assign(process.env, env);
  const input = Object.assign(Readable.from([typed]), isTerminal ? TERMINAL : {});
  Object.defineProperty(process, 'stdin', { value: input, configurable: true });
  try {
    await runCommand(command);
    return { code: Number(process.exitCode ?? 0), out, err };
  } finally {
    Object.assign(console, { log, error });
    process.stderr.write = write;
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment);
    process.argv = argv;
    process.exitCode = exitCode;
  }
};
