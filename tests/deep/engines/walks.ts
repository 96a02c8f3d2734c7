import {
  buyBundleOnPhone,
  buyGuideOnComputer,
  failToBuy,
  pressAsleep,
  pressAwake,
} from './buying.ts';
import { goByKeyboard } from './keyboard.ts';
import { lookAtLinks, readAnswers, useMenus } from './reading.ts';
import { dismissToasts } from './toasts.ts';
import { publishGuide } from './upload.ts';
import type { Walk } from './walk.ts';

/** What a parent does in the shop, and its owner. */
export const WALKS: Readonly<Record<string, Walk>> = {
  'a parent on a phone buys the bundle on the home page and holds its files': buyBundleOnPhone,
  'a parent on a computer finds a guide, buys it in a new tab and holds it': buyGuideOnComputer,
  'a press on a computer opens the payment page in a new tab': pressAwake,
  'where the scripts never come, a press opens the payment page in this tab': pressAsleep,
  'a checkout that fails is told, and the next press works': failToBuy,
  'a question opens, and the one before it closes': readAnswers,
  'the menus open, close, and lead to their pages': useMenus,
  'links in a text are underlined': lookAtLinks,
  'the keyboard leads to the menu, the buy button and the pages of a guide': goByKeyboard,
  'messages are three at most, and go by their button, a swipe and the keyboard': dismissToasts,
  'the owner publishes a guide, and a file that is none is refused': publishGuide,
};
