/** Reads a response to its end, telling how far it has come. */
export async function readBlob(
  response: Response,
  onProgress: (fraction: number) => void,
): Promise<Blob> {
  const length = Number(response.headers.get('content-length'));
  const type = response.headers.get('content-type') ?? 'application/pdf';
  if (!response.body || !length) return response.blob();

  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    received += part.value.byteLength;
    // A compressed answer is longer than its header says.
    onProgress(Math.min(received / length, 1));
  }
  return new Blob(chunks, { type });
}
