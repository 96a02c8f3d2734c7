// Revoked at once, some browsers lose a download that has not begun to be written.
const KEEP_ADDRESS_MS = 60_000;

/** Hands the bytes to the browser's own downloads, under this name. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}
