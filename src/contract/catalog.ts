/** For example "bundle" or "individual_guide_6_10". Must never change, because orders store it. */
export type ProductType = string;

/** One of a product's PDFs. */
export type ProductFile = {
  /** The file's name in the file store and on the buyer's device. It must never change. */
  name: string;
  /** What buyers see: "PDF", "Large print", "A4". */
  label: string;
};

/** A product in content/catalog.json. */
export type Product = {
  /** Must never change: the download page uses it to request files. */
  id: string;
  product_type: ProductType;
  /** Shown on the payment page and the receipt. */
  name: string;
  price_in_cents: number;
  /** The guide first, then its other versions and extras. */
  files: [ProductFile, ...ProductFile[]];
  /** false removes the product: nobody can buy it, and its buyers can't download its files. */
  is_active: boolean;
  /** false stops sales, but earlier buyers can still download the files. Default: true. */
  is_for_sale?: boolean | undefined;
};

/** Buyers of an active product can download its files even if it is not for sale. */
export const isForSale = ({
  is_active: isActive,
  is_for_sale: isOffered = true,
}: Pick<Product, 'is_active' | 'is_for_sale'>): boolean => isActive && isOffered;

/** Options for Stripe Checkout. All but `adaptive_pricing` are off by default. */
type CheckoutOptions = {
  /** Lets buyers use promotion codes, which the owner creates in Stripe's dashboard. */
  promotion_codes?: boolean | undefined;
  /** Stripe Tax calculates a tax that is included in the price or added to it. */
  tax?: 'inclusive' | 'exclusive' | undefined;
  /** Stripe is the seller: it calculates and pays the tax, and creates invoices. */
  managed_payments?: boolean | undefined;
  /** Stripe creates an invoice for each order. Settings in its dashboard determine who gets it. */
  invoices?: boolean | undefined;
  /**
   * Lets buyers withdraw from a purchase within the refund window. The owner then refunds them in
   * Stripe's dashboard.
   */
  withdrawal?: boolean | undefined;
  /** Lets buyers abroad pay in their own currency. Default: the dashboard's setting. */
  adaptive_pricing?: boolean | undefined;
};

/** content/catalog.json */
export type Catalog = {
  /** No other currency works, because pages, structured data and samples assume dollars. */
  currency: 'usd';
  /** The time zone for dates in reports, notices and articles: "UTC" or an IANA name. */
  time_zone: string;
  /** Prints the order number at the foot of each page of a buyer's PDF. */
  stamp: boolean;
  checkout?: CheckoutOptions | undefined;
  /** Everything that is or was for sale. */
  products: Product[];
};
