import { Fragment } from 'react';
import type { AdminProduct } from './guess-product.ts';
import { MiniCover } from './MiniCover.tsx';

type Props = {
  products: readonly AdminProduct[];
  /** Null where the file's name does not say. */
  chosen: string | null;
  isFixed: boolean;
  onChoose: (product: string) => void;
};

/** A range such as 6–10 is one word, and not to be broken. */
const wordsOf = (label: string) =>
  label.split(' ').map((word, at) => (
    <Fragment key={word}>
      {at > 0 && ' '}
      <span className="whitespace-nowrap">{word}</span>
    </Fragment>
  ));

/** For which guide the file is: guessed from its name, and the owner's to change. */
export function UploadProduct({ products, chosen, isFixed, onChoose }: Props) {
  return (
    <fieldset className="mt-7" disabled={isFixed}>
      <legend className="font-semibold">
        {chosen === null
          ? 'Which guide is it? The file name doesn’t say.'
          : 'It is the new edition of'}
      </legend>
      <div className="mt-3 grid grid-cols-2 gap-2 lg:grid-cols-4">
        {products.map((product) => (
          <label
            key={product.id}
            className="choice choice-product max-md:text-small/[1.25]"
            data-hue={product.hue}
          >
            <input
              className="sr-only"
              type="radio"
              name="product"
              value={product.id}
              checked={product.id === chosen}
              onChange={() => onChoose(product.id)}
            />
            <MiniCover product={product} className="max-md:text-[0.5625rem]" />
            <span>{wordsOf(product.label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
