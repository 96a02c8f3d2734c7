import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hashPassword } from '../admin/password.ts';
import { newPassword } from './secrets.ts';

/** Where what is typed at a terminal goes: nobody shall read it over a shoulder. */
const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });

const ask = async (): Promise<string> => {
  const { stdin, stderr } = process;
  stderr.write('Password (leave it empty to have one made): ');
  const terminal = createInterface({ input: stdin, output: unseen, terminal: stdin.isTTY });
  const answer = await new Promise<string>((resolve) => {
    terminal.once('line', resolve);
    terminal.once('close', () => resolve(''));
  });
  terminal.close();
  stderr.write('\n');
  return answer;
};

const typed = await ask();
const password = typed || newPassword();
if (!typed) console.log(`The password, for you alone: ${password}`);
console.log(`ADMIN_PASSWORD=${await hashPassword(password)}`);
