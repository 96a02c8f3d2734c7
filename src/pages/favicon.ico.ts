import sharp from 'sharp';
import mark from '../../public/favicon.svg?raw';

/**
 * A PNG for browsers that don't support SVG icons, such as Safari before 26. They ignore the
 * extension.
 */
export async function GET(): Promise<Response> {
  const picture = await sharp(Buffer.from(mark), { density: 288 }).resize(32).png().toBuffer();
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/png' } });
}
