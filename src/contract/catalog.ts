/** The key from an order to its files, such as "bundle" or "individual_guide_6_10". Never changes once it was sold. */
export type ProductType = string;

/** A product of content/catalog.json. */
export type Product = {
  /** Short and stable. The download page requests a file by it. */
  id: string;
  product_type: ProductType;
  /** The name on the payment page and the receipt. */
  name: string;
  /** The price in US cents: 899 is $8.99. */
  price_in_cents: number;
  /** The PDF's name, in the store and on the buyer's disk. */
  file_name: string;
  /** false takes the product off sale and out of every download. */
  is_active: boolean;
};

/** Options of Stripe's checkout. Each is off unless it is there. */
type CheckoutOptions = {
  /** true lets buyers use the promotion codes that the owner makes in Stripe's dashboard. */
  promotion_codes?: boolean | undefined;
  /** Stripe Tax works out the tax: "inclusive" as a part of the price, "exclusive" on top of it. */
  tax?: 'inclusive' | 'exclusive' | undefined;
  /** true makes Stripe the seller: it works out the tax, pays it, and makes the invoices. */
  managed_payments?: boolean | undefined;
  /** true has Stripe make an invoice for each order, and email it as the owner's dashboard says. */
  invoices?: boolean | undefined;
  /** true lets buyers withdraw within the refund window. The owner then refunds them in Stripe's dashboard. */
  withdrawal?: boolean | undefined;
  /** true lets buyers abroad pay in their own currency, false never. Without it, Stripe's dashboard decides. */
  adaptive_pricing?: boolean | undefined;
};

/** The whole of content/catalog.json. */
export type Catalog = {
  /** As Stripe writes it. Pages, structured data and samples print dollars, so no other value works. */
  currency: 'usd';
  /** The time zone of the days in the report and CSV files: "UTC" or an IANA name. */
  time_zone: string;
  /** true prints the order's number at the foot of each page of the PDFs that its buyer gets, and nothing else. */
  stamp: boolean;
  checkout?: CheckoutOptions | undefined;
  /** Everything that is, or was, for sale. */
  products: Product[];
};
