import { Fragment } from 'react';
import type { AdminProduct } from './guess-product.ts';
import { MiniCover } from './MiniCover.tsx';

type Props = {
  products: readonly AdminProduct[];
  /** Null until the owner chooses, if the file name doesn't tell. */
  chosen: string | null;
  isFixed: boolean;
  onChoose: (product: string) => void;
};

/** Prevents a line break inside a range such as 6–10. */
const wordsOf = (label: string) =>
  label.split(' ').map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ' '}
      <span className="whitespace-nowrap">{word}</span>
    </Fragment>
  ));

/** Chooses the guide that the file belongs to. The file name gives the first guess. */
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
