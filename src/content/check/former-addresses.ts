import { addressOfFile } from '../addresses.ts';
import { type CheckContext, type Entry, fieldError, isOf } from './entry.ts';
import { isReservedAddress } from './reserved-addresses.ts';

function formerAddresses(entry: Entry): readonly string[] {
  const isLesson = isOf(entry, 'lesson') || isOf(entry, 'lessons');
  const hasField = isLesson || isOf(entry, 'guides') || isOf(entry, 'articles');
  return hasField ? entry.fields.formerly : [];
}

/** Finds former addresses that can't redirect to the entry's page, because they are in use. */
export function* findFormerAddressErrors(
  entry: Entry,
  { files, entries }: CheckContext,
): Iterable<string> {
  for (const [index, address] of formerAddresses(entry).entries()) {
    const path = ['formerly', index];
    const page = files.find((file) => addressOfFile(file) === address.replace(/\.html$/, ''));
    const other = entries.find((one) => one !== entry && formerAddresses(one).includes(address));
    if (page !== undefined) {
      const message = `${address} is the current address of ${page}, so it can’t redirect here. Remove this line.`;
      yield fieldError(entry, path, message);
    } else if (isReservedAddress(address)) {
      const message = `The shop itself uses ${address}, so it can’t redirect here. Remove this line.`;
      yield fieldError(entry, path, message);
    } else if (other) {
      yield fieldError(entry, path, `${other.file} lists ${address} too. Remove one of them.`);
    } else if (formerAddresses(entry).indexOf(address) < index) {
      yield fieldError(entry, path, `${address} is in the list twice. Remove this line.`);
    }
  }
}
