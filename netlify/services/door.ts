import type { DoorKey } from '../domain/session.ts';
import { MisconfiguredError, getEnv } from '../env.ts';
import { createDoor } from '../http/door.ts';
import { isBrokenHash } from '../http/password.ts';
import { now, siteUrl } from './settings.ts';

const doorKey = (): DoorKey | null => {
  const { ADMIN_PASSWORD: password, SIGNING_SECRET: secret } = getEnv();
  return password === undefined ? null : { signingSecret: secret, password };
};

export const door = createDoor(() => ({ siteUrl: siteUrl(), key: doorKey(), now }));

/** What the password is compared with. Throws where none is set, or half of a hash. */
export const ownerKey = (): DoorKey => {
  const key = doorKey();
  if (!key) throw new MisconfiguredError('ADMIN_PASSWORD is missing: nobody can log in');
  if (!isBrokenHash(key.password)) return key;
  throw new MisconfiguredError('ADMIN_PASSWORD is half a hash: nobody can log in');
};

/** One function of Netlify's that answers the owner alone; 401 to everybody else. */
export const { ownerRoute } = door;
