import { HUES } from './colors.ts';
import type { Part } from './drawing.ts';
import type { Art } from './scenes.ts';

type Planted = {
  readonly art: Art;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
};

export const ROW_WIDTH = 640;
export const ROW_HEIGHT = 420;

/** Three windows: morning, noon and evening, each with its hills. */
export const ROW_WINDOWS: readonly Part[] = [
  {
    d: 'M30 362L28 244C27 196 62 164 114 163 166 162 202 195 203 243L204 362Z',
    fill: HUES.coral.flat,
  },
  { d: 'M117 204A24 24 0 1 1 165 203 24 24 0 1 1 117 204Z', fill: '#f7b596' },
  { d: 'M29 321C62 303 96 330 134 317 162 308 184 306 204 312L204 362 30 362Z', fill: '#ee8668' },
  {
    d: 'M228 362L226 188C225 132 264 96 319 95 375 94 413 131 414 187L415 362Z',
    fill: HUES.teal.flat,
  },
  {
    d: 'M251 157C251 149 259 145 265 148 269 139 283 140 285 149 293 147 297 153 295 159ZM358 137C358 131 364 128 369 130 372 124 382 125 384 131 390 130 393 134 392 139Z',
    fill: '#5bb3b1',
  },
  {
    d: 'M227 325C262 303 306 318 342 322 370 325 394 312 415 306L415 362 228 362Z',
    fill: '#3a9d9d',
  },
  {
    d: 'M438 362L436 124C435 62 474 21 529 20 585 19 621 60 622 122L623 362Z',
    fill: HUES.plum.flat,
  },
  { d: 'M488 44A22 22 0 1 0 509 74 19 19 0 0 1 488 44Z', fill: '#f7e6c6' },
  {
    d: 'M562 45l2.5 6 6 2.5-6 2.5-2.5 6-2.5-6-6-2.5 6-2.5ZM452 120l2 5 5 2-5 2-2 5-2-5-5-2 5-2ZM604 112l2 5 5 2-5 2-2 5-2-5-5-2 5-2Z',
    fill: '#f7e6c6',
  },
  {
    d: 'M438 322C476 306 520 318 556 312 584 307 606 310 623 318L623 362 438 362Z',
    fill: '#8566bb',
  },
];

export const ROW_PLANTS: readonly Planted[] = [
  { art: 'seed', x: 27, y: 158, scale: 0.9 },
  { art: 'sprout', x: 220, y: 118, scale: 1 },
  { art: 'tree', x: 436, y: 88, scale: 0.95 },
];

/** The box in front that they all stand in. */
export const ROW_BOX: readonly Part[] = [
  {
    d: 'M14 352L625 349C631 349 634 352 634 358L632 372C631 377 628 379 623 379L18 382C12 382 9 379 9 374L8 361C8 355 10 352 14 352Z',
    fill: '#f2c9a0',
  },
  {
    d: 'M22 379L619 377 612 408C611 414 607 417 601 417L39 419C33 419 29 416 28 411Z',
    fill: '#c9764a',
  },
  { d: 'M22 379L619 377 617 388C420 393 220 393 24 390Z', fill: '#a85f3a' },
];
