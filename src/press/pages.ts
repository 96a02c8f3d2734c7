import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

const QUALITY = 82;

export type Picture = { readonly page: number; readonly width: number; readonly bytes: Buffer };
