/** Some browsers lose a download whose URL is revoked before the file is written. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a file as a browser download. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
