import { Readable } from 'node:stream';

/** The properties of a terminal that Node's readline requires to read single keys. */
const TERMINAL = { isTTY: true, setRawMode: () => undefined };

/**
 * Runs one of the owner's commands in this process, then restores the process's state. `typed`
 * arrives through a pipe, or key by key if the input is a terminal.
 */
export const runHere = async (
  command: () => Promise<void>,
  { args = [] as readonly string[], env = {} as NodeJS.ProcessEnv, typed = '', isTerminal = false },
) => {
  // After `vi.resetModules`, a static import would be a different instance from the command's.
  const { runCommand } = await import('../../netlify/commands/run.ts');
  const { argv, exitCode, stdin } = process;
  const environment = { ...process.env };
  const { log, error } = console;
  const { write } = process.stderr;
  let out = '';
  let err = '';
  console.log = (line) => void (out += `${line}\n`);
  console.error = (line) => void (err += `${line}\n`);
  process.stderr.write = () => true; // hides the questions
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
