import { randomBytes, randomInt } from 'node:crypto';

/** No letter or digit that looks like another one. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const LETTERS_IN_GROUP = 5;

const letter = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));
const group = (): string => Array.from({ length: LETTERS_IN_GROUP }, letter).join('');

/** A password of 99 random bits that can be read out and typed: "k7mqz-4hxwp-...". */
export const newPassword = (): string => Array.from({ length: GROUPS }, group).join('-');

export const newSecret = (): string => randomBytes(32).toString('hex');
