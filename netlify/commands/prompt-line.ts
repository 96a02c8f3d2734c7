import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Discards the echo of a secret, so that nobody can read it over a shoulder. */
const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });

/** The typed line; null at Ctrl-C, Ctrl-D or the end of a file. */
export const promptLine = async (
  prompt: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Promise<string | null> => {
  const { stdin, stderr } = process;
  const output = isSecret ? unseen : stderr;
  const terminal = createInterface({ input: stdin, output, prompt, terminal: stdin.isTTY });
  if (isSecret) stderr.write(prompt); // not before: until now the terminal shows what is typed
  terminal.prompt();
  const answer = await new Promise<string | null>((resolve) => {
    terminal.once('line', resolve);
    terminal.once('close', () => resolve(null));
  });
  terminal.close();
  if (isSecret || answer === null) stderr.write('\n');
  return answer;
};
