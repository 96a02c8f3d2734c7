/** A picture of a guide's page. Its width and height, in pixels, are those of the owner's file. */
export type PagePicture = {
  readonly thumbnail: string;
  readonly large: string;
  readonly width: number;
  readonly height: number;
  /** What it shows. */
  readonly caption: string;
};
