/** A picture of a guide's page. The size is that of the large picture, in pixels. */
export type PagePicture = {
  readonly thumbnail: string;
  readonly large: string;
  readonly width: number;
  readonly height: number;
  /** What it shows. */
  readonly caption: string;
};
