// The values of the specification in content/, which an editor may change. No other test repeats them.

/** Page, ages, price, lessons on the home page and on its own, PDF, and type of each guide. */
export const GUIDE_VALUES = [
  ['/guide-1', '6–10', '8.99', 10, 10, 'about 2MB, 15 pages', 'individual_guide_6_10'],
  ['/guide-2', '11–14', '8.99', 11, 10, 'about 2MB, 15 pages', 'individual_guide_11_14'],
  ['/guide-3', '15–18', '8.99', 10, 10, 'about 2MB, 15 pages', 'individual_guide_15_18'],
] as const;

/** Words of each guide's page. */
export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  '/guide-1': ['jar', 'needs and wants', 'conversation scripts'],
  '/guide-2': ['budget', 'ads', 'conversation scripts'],
  '/guide-3': ['paycheck', 'tax', 'credit', 'invest', 'conversation scripts'],
};

export const VALUES = {
  files:
    'Money-Smart-Kids-Ages-6-10.pdf Money-Smart-Kids-Ages-11-14.pdf Money-Smart-Kids-Ages-15-18.pdf Money-Smart-Kids-Complete-Bundle.pdf',
  'pages of guides with a printable': '/guide-1',
  'bundle, product type': 'bundle',
  'bundle, price': '19.99',
  'bundle, struck-through price': '26.97',
  'bundle, lessons': 31,
  'products, not on sale': '',
  'aggregate offer': '8.99-19.99 USD, 4 offers',
  brand: 'Money-Smart Kids',
  'refund window in days': 14,
  claim: '88% of adults wish they had learned more about money.',
  author: 'Certified Financial Planner',
  testimonials: 3,
  'About, steps': 4,
  'FAQ entries': 12,
  'asks for "your order number or the email address you paid with"':
    'faq.md faqs/08-download.md faqs/09-again-later.md faqs/10-refunds.md legal/privacy.md legal/refunds.md legal/terms.md',
  'asks otherwise for an order': '',
} as const;
