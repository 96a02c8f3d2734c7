import sharp from 'sharp';
import mark from '../../public/favicon.svg?raw';

const SIZE = 32;

/** For browsers without SVG icons, such as Safari before 26, and for clients that read no page. */
export async function GET(): Promise<Response> {
  const image = await sharp(Buffer.from(mark), { density: 288 }).resize(SIZE).png().toBuffer();
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.set([SIZE, SIZE], 6);
  header.writeUInt16LE(1, 10); // plane
  header.writeUInt16LE(32, 12); // bits of a pixel
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  const body = new Uint8Array(Buffer.concat([header, image]));
  return new Response(body, { headers: { 'content-type': 'image/x-icon' } });
}
