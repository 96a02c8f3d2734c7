import { COIN_FLAT, type Hue, HUES, INK, QUIET } from './art/colors.ts';
import type { Art } from './art/scenes.ts';
import { SHARE_IMAGE, TEXT_WIDTH } from './share-picture.ts';

/** What a shared link says of its page. Without `art` it shows the whole row. */
export type ShareWords = {
  readonly brand: string;
  readonly heading: string;
  readonly line: string;
  readonly hue?: Hue | undefined;
  readonly art?: Art | undefined;
  readonly price?: string | undefined;
};

type Styles = Readonly<Record<string, string | number>>;
/** What satori takes for a React element. */
type Box = {
  readonly type: 'div';
  readonly props: { readonly style: Styles; readonly children: readonly (Box | string)[] };
  readonly key: null;
};

const LEFT = 66;
const TOP = 56;

function box(style: Styles, ...children: (Box | string)[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children }, key: null };
}

/** The longer the heading, the smaller its type, in pixels. */
function headingSize({ length }: string): number {
  if (length <= 26) return 76;
  if (length <= 60) return 62;
  return length <= 90 ? 52 : 42;
}

function priceTag(price: string): Box {
  const style = { borderRadius: 12, backgroundColor: COIN_FLAT, color: INK, fontWeight: 600 };
  return box({ ...style, padding: '5px 22px 8px', fontSize: 36 }, price);
}

/** Brand above, heading and line in the middle, price below, all beside the picture. */
export function layOutWords({ brand, heading, line, hue, art, price }: ShareWords): Box {
  const size = headingSize(heading);
  const width = art ? TEXT_WIDTH.scene : TEXT_WIDTH.row;
  const serif = { fontFamily: 'Fraunces', fontSize: size, lineHeight: 1.1, color: INK };
  const below = { fontSize: 31, lineHeight: 1.3, color: hue ? HUES[hue].deep : QUIET };
  return box(
    { flexDirection: 'column', marginLeft: LEFT, marginTop: TOP, width },
    box({ alignItems: 'center', paddingLeft: 68, height: 52, fontSize: 30, color: INK }, brand),
    box(
      {
        flexDirection: 'column',
        justifyContent: 'center',
        height: SHARE_IMAGE.height - 2 * TOP - 132,
      },
      box({ ...serif, display: 'block', textWrap: 'balance', lineClamp: 5 }, heading),
      box({ ...below, marginTop: 22, display: 'block', lineClamp: 2 }, line),
    ),
    box({ height: 80, alignItems: 'flex-end' }, ...(price ? [priceTag(price)] : [])),
  );
}
