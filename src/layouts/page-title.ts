/** The document title of a page. */
export const pageTitle = (title: string, brand: string): string => `${title} | ${brand}`;

type Guide = { number: number | string; title: string; ages: string };

/** The document title of a guide's page. */
export const guideTitle = ({ number, title, ages }: Guide, brand: string): string =>
  pageTitle(`Guide ${number}: ${title}, ages ${ages}`, brand);
