/** "bundle" or "individual_guide_6_10". Orders store it, so it must never change. */
export type ProductType = string;

/** A PDF of a product. */
export type ProductFile = {
  /** Its name in the store and on the buyer's disk. It must never change. */
  name: string;
  /** What it is, as buyers read it: "PDF", "Large print", "A4". */
  label: string;
};

/** A product of content/catalog.json. */
export type Product = {
  /** Stable: the download page requests files by it. */
  id: string;
  product_type: ProductType;
  /** Shown on the payment page and the receipt. */
  name: string;
  price_in_cents: number;
  /** The guide first, then other versions of it, and what belongs to it. */
  files: [ProductFile, ...ProductFile[]];
  /** false: the product is gone. It isn't for sale, and its buyers lose its files. */
  is_active: boolean;
  /** false takes it off sale, and its buyers keep its files. Default: true. */
  is_for_sale?: boolean | undefined;
};

/** Whether it can be bought now. Buyers of any active product have its files. */
export const isForSale = ({
  is_active: isActive,
  is_for_sale: isOffered = true,
}: Pick<Product, 'is_active' | 'is_for_sale'>): boolean => isActive && isOffered;

/** Options of Stripe's checkout. All but `adaptive_pricing` are off by default. */
type CheckoutOptions = {
  /** Lets buyers use promotion codes, which the owner creates in Stripe's dashboard. */
  promotion_codes?: boolean | undefined;
  /** Stripe Tax calculates a tax that is included in the price or added to it. */
  tax?: 'inclusive' | 'exclusive' | undefined;
  /** Stripe is the seller: it calculates and pays the tax, and creates invoices. */
  managed_payments?: boolean | undefined;
  /** Stripe creates an invoice for each order. The dashboard's settings say who gets it. */
  invoices?: boolean | undefined;
  /** Lets buyers withdraw within the refund window. The owner refunds them in the dashboard. */
  withdrawal?: boolean | undefined;
  /** Lets buyers abroad pay in their own currency. Default: the dashboard's setting. */
  adaptive_pricing?: boolean | undefined;
};

/** content/catalog.json */
export type Catalog = {
  /** Pages, structured data and samples print dollars, so no other currency works. */
  currency: 'usd';
  /** The time zone of all days, as in reports, notices and articles: "UTC" or an IANA name. */
  time_zone: string;
  /** Prints the order number at the foot of each page of a buyer's PDF. */
  stamp: boolean;
  checkout?: CheckoutOptions | undefined;
  /** Everything that is or was for sale. */
  products: Product[];
};
