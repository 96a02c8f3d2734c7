type Product = { product_type: string; file_name: string };
type Filed = { title: string; ages: string; fileSize: string; pages: number; product: Product };

export type FileWords = {
  /** What was bought, by product type: "PDF, about 2 MB, 15 pages". */
  readonly facts: Readonly<Record<string, string>>;
  /** What a file is, by its name: "A Seed in the Jar, ages 6–10, PDF". */
  readonly titles: Readonly<Record<string, string>>;
};

const factsOf = ({ fileSize, pages }: Filed): string => `PDF, ${fileSize}, ${pages} pages`;

/** The bundle's words describe each of its guides where they are alike. `count` is their number in words. */
export function fileWords(guides: readonly Filed[], bundle: Product, count: string): FileWords {
  const kinds = [...new Set(guides.map(factsOf))];
  return {
    facts: {
      ...Object.fromEntries(guides.map((guide) => [guide.product.product_type, factsOf(guide)])),
      [bundle.product_type]: `All guides in one PDF, and each on its own${kinds.length === 1 ? `: ${kinds[0]}` : ''}`,
    },
    titles: {
      [bundle.file_name]: `All ${count} in one PDF`,
      ...Object.fromEntries(
        guides.map(({ title, ages, product }) => [
          product.file_name,
          `${title}, ages ${ages}, PDF`,
        ]),
      ),
    },
  };
}
