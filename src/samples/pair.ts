import { INK, QUIET } from './art/colors.ts';
import type { Press } from './document.ts';
import { heightOf, type Room, shrunk, type Style, write } from './type.ts';

const HEADING: Style = { font: 'serif', size: 16, color: INK };
const TEXT: Style = { font: 'sans', size: 12, color: QUIET };
const HEADING_HEIGHT = 22;
/** In a lower room only the heading is written. */
const LOWEST_WITH_TEXT = 38;

/** A short heading with a line or two under it, in the middle of the room's height. */
export function writePair(press: Press, heading: string, text: string, room: Room): void {
  const height = Math.min(HEADING_HEIGHT, room.height);
  const below = { ...room, height: room.height - HEADING_HEIGHT - 4 };
  const hasText = room.height >= LOWEST_WITH_TEXT;
  const style = shrunk(press, text, TEXT, below);
  const textHeight = hasText ? Math.min(heightOf(press, text, style, room.width), below.height) : 0;
  const y = room.y + (room.height - height - textHeight) / 2;
  write(press, 'H2', heading, HEADING, { ...room, y, height });
  if (hasText) write(press, 'P', text, style, { ...below, y: y + height });
}
