/** A picture of a guide's page. Its width and height, in pixels, are those of the owner's file. */
export type PagePicture = {
  readonly address: string;
  readonly width: number;
  readonly height: number;
  /** What the picture shows. */
  readonly caption: string;
};

/** Describes the large picture that a link opens. The size and caption are on its thumbnail. */
export function readPicture(link: HTMLAnchorElement): PagePicture {
  const thumbnail = link.querySelector('img');
  return {
    address: link.getAttribute('href') ?? '',
    width: Number(thumbnail?.getAttribute('width')),
    height: Number(thumbnail?.getAttribute('height')),
    caption: thumbnail?.alt ?? '',
  };
}
