import { hashPassword } from '../admin/password.ts';
import { promptLine } from './prompt-line.ts';
import { newPassword } from '../local/secrets.ts';

const prompt = 'Password (leave it empty to have one made): ';
const typed = await promptLine(prompt, { isSecret: true });
const password = typed || newPassword();
if (!typed) console.log(`The password, for you alone: ${password}`);
console.log(`ADMIN_PASSWORD=${await hashPassword(password)}`);
