import { type Upload, openUpload } from './uploads.ts';
import { Problem } from '../http/problem.ts';

/** What stands behind /api/admin/uploads/ in an address. */
const partsOf = (request: Request): string[] => new URL(request.url).pathname.split('/').slice(4);

/** The upload that an address names. Throws 400 for one that this shop did not begin. */
export const readUpload = async (request: Request, secret: string): Promise<Upload> => {
  const [sealed = ''] = partsOf(request);
  const upload = await openUpload(sealed, secret);
  if (upload) return upload;
  throw new Problem('invalid_request', 'There is no such upload. Choose the file again.');
};

/** The number of a part in an address; not a number where it is none. */
export const readPartNumber = (request: Request): number => {
  const [, , part = ''] = partsOf(request);
  return /^\d{1,3}$/.test(part) ? Number(part) : Number.NaN;
};
