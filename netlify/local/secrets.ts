import { randomBytes, randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const LETTERS_IN_GROUP = 5;

const letter = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));
const group = (): string => Array.from({ length: LETTERS_IN_GROUP }, letter).join('');

/** A password of 99 random bits that is easy to read out and type: "k7mqz-4hxwp-...". */
export const newPassword = (): string => Array.from({ length: GROUPS }, group).join('-');

export const newSecret = (): string => randomBytes(32).toString('hex');
