import { parseArgs } from 'node:util';
import { hashPassword } from '../admin/password.ts';
import { newPassword } from '../local/secrets.ts';
import { promptLine } from './prompt-line.ts';
import { runCommand } from './run.ts';

const PROMPT = 'Password (leave empty to generate one): ';

/** `npm run admin:password` */
export const run = async (): Promise<void> => {
  parseArgs({ options: {} });
  const typed = await promptLine(PROMPT, { isSecret: true });
  if (typed === null) throw new Error('No password was entered. Run this command again.');
  const password = typed || newPassword();
  if (!typed) console.log(`Keep this password private: ${password}`);
  console.log(`ADMIN_PASSWORD=${await hashPassword(password)}`);
};

if (import.meta.main) await runCommand(run);
