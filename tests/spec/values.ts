/**
 * The values of the specification that live in content/, where an editor may change them. Nothing else
 * in the tests repeats them.
 */
export const VALUES = {
  'Guide 1, product type': 'individual_guide_6_10',
  'Guide 1, page': '/guide-1',
  'Guide 1, ages': '6–10',
  'Guide 1, price': '8.99',
  'Guide 1, lessons on the home page': 10,
  'Guide 1, lessons on its own page': 10,
  'Guide 1, PDF': 'about 2MB, 15 pages',
  'Guide 1, file': 'Money-Smart-Kids-Ages-6-10.pdf',
  'Guide 2, product type': 'individual_guide_11_14',
  'Guide 2, page': '/guide-2',
  'Guide 2, ages': '11–14',
  'Guide 2, price': '8.99',
  'Guide 2, lessons on the home page': 11,
  'Guide 2, lessons on its own page': 10,
  'Guide 2, PDF': 'about 2MB, 15 pages',
  'Guide 2, file': 'Money-Smart-Kids-Ages-11-14.pdf',
  'Guide 3, product type': 'individual_guide_15_18',
  'Guide 3, page': '/guide-3',
  'Guide 3, ages': '15–18',
  'Guide 3, price': '8.99',
  'Guide 3, lessons on the home page': 10,
  'Guide 3, lessons on its own page': 10,
  'Guide 3, PDF': 'about 2MB, 15 pages',
  'Guide 3, file': 'Money-Smart-Kids-Ages-15-18.pdf',
  'guides, number of': 3,
  'guides, without a topic of theirs': '',
  'guides, without conversation scripts': '',
  'guides, with a printable': '/guide-1',
  'bundle, product type': 'bundle',
  'bundle, price': '19.99',
  'bundle, struck-through price': '26.97',
  'bundle, lessons': 31,
  'bundle, file': 'Money-Smart-Kids-Complete-Bundle.pdf',
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

/** What each guide is about, as words that its page has. */
export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  '/guide-1': ['jar', 'needs and wants'],
  '/guide-2': ['budget', 'ads'],
  '/guide-3': ['paycheck', 'tax', 'credit', 'invest'],
};
