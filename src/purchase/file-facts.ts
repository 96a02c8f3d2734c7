type Filed = { fileSize: string; pages: number; product: { product_type: string } };

const ofOne = ({ fileSize, pages }: Filed) => `PDF, ${fileSize}, ${pages} pages`;

/**
 * What the download page says of a product's files, by product type. The bundle speaks for each of its
 * guides where they are alike.
 */
export function fileFacts(guides: readonly Filed[], bundleType: string): Record<string, string> {
  const kinds = [...new Set(guides.map(ofOne))];
  return {
    ...Object.fromEntries(guides.map((guide) => [guide.product.product_type, ofOne(guide)])),
    [bundleType]: `All guides in one PDF, and each on its own${kinds.length === 1 ? `: ${kinds[0]}` : ''}`,
  };
}
