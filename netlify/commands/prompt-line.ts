import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Discards what readline would echo. */
const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads a line from the terminal. Returns null on Ctrl-C, Ctrl-D or the end of the input. */
export const promptLine = async (
  prompt: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Promise<string | null> => {
  const { stdin, stderr } = process;
  const output = isSecret ? noEcho : stderr;
  const terminal = createInterface({ input: stdin, output, prompt, terminal: stdin.isTTY });
  // Must come after `createInterface`. Until then, the terminal itself echoes what is typed.
  if (isSecret) stderr.write(prompt);
  terminal.prompt();
  const line = await new Promise<string | null>((resolve) => {
    terminal.once('line', resolve);
    terminal.once('close', () => resolve(null));
  });
  terminal.close();
  if (isSecret || line === null) stderr.write('\n');
  return line;
};
