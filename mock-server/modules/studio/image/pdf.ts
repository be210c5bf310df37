import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { ProductError } from '#shared/errors';
import { checkDimensions } from './image.rules.ts';
import { rasterHead } from './raster-file.ts';

const load = createRequire(import.meta.url);

/** Used part of PDFium. */
interface Pdfium {
  PDFiumLibrary: { init(): Promise<{ loadDocument(bytes: Uint8Array): Promise<PdfDocument> }> };
}
interface PdfDocument {
  getPageCount(): number;
  /** Counted from 0. */
  getPage(index: number): {
    /** Points; 0 when the page is damaged. */
    getOriginalSize(): { originalWidth: number; originalHeight: number };
    render(options: {
      width: number;
      height: number;
      scale: number;
      renderFormFields: boolean;
      render: (drawing: Drawing) => Promise<Uint8Array>;
    }): Promise<Drawing>;
  };
}

/** Minimum and maximum side of a page, in points (ISO 32000, Annex C). */
const [leastPoints, mostPoints] = [3, 14_400];
/** Long side of a drawn page, pixels. */
const pageSide = 4096;
/** Long side of a preview, pixels. */
const previewSide = 160;
/** Previews of a document at the most, and how long making them may take altogether, milliseconds. */
const mostPreviews = 60;
const previewsMs = 3000;

export interface DrawnPage {
  /** Counted from 1. */
  page: number;
  pages: number;
  /** The first pages small, as data URLs; as many as could be drawn in a short time. Only when no page was asked for. */
  previews?: string[];
}

interface Drawing {
  width: number;
  height: number;
  /** RGBA on white ground. */
  data: Uint8Array;
}

/**
 * Draws a page of a PDF into a TIFF, on white ground.
 * @param page counted from 1; the first when absent Throws `upload.pdf_locked`, `upload.pdf_page_size`,
 * `upload.no_such_page`, `upload.bad_ratio`, and the parser's errors.
 */
export async function drawPdf(file: string, target: string, page: number | undefined): Promise<DrawnPage> {
  const { PDFiumLibrary } = load('@hyzyla/pdfium') as Pdfium;
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(file)).catch((cause: Error) => {
    throw /password|security/i.test(cause.message) ? new ProductError('upload.pdf_locked', { cause }) : cause;
  });
  const pages = document.getPageCount();
  if (pages === 0) throw new Error('the document has no pages');
  const number = page ?? 1;
  if (number > pages) throw new ProductError('upload.no_such_page', { fill: { pages, page: number } });
  const { data, width, height } = await drawPage(document, number, pageSide);
  await writeFile(target, [rasterHead({ width, height, channels: 4 }), data]);
  const previews = page === undefined && pages > 1 ? await drawPreviews(document, pages) : undefined;
  return { page: number, pages, ...(previews && { previews }) };
}

async function drawPage(document: PdfDocument, number: number, side: number): Promise<Drawing> {
  const page = document.getPage(number - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('the page has no size');
  if (Math.min(originalWidth, originalHeight) < leastPoints || Math.max(originalWidth, originalHeight) > mostPoints) {
    const [width, height] = [originalWidth, originalHeight].map((points) => Math.round(points * 10) / 10);
    throw new ProductError('upload.pdf_page_size', { fill: { width, height } as Record<string, number> });
  }
  const scale = side / Math.max(originalWidth, originalHeight);
  const [width, height] = [Math.round(originalWidth * scale), Math.round(originalHeight * scale)];
  // The page is so elongated that its short side rounds to zero pixels.
  if (!(width > 0 && height > 0)) throw new ProductError('upload.bad_ratio');
  if (side === pageSide) checkDimensions(width, height);
  return page.render({ width, height, scale: 1, renderFormFields: true, render: async ({ data }) => data });
}

async function drawPreviews(document: PdfDocument, pages: number): Promise<string[]> {
  const previews: string[] = [];
  const end = performance.now() + previewsMs;
  while (previews.length < Math.min(pages, mostPreviews) && performance.now() < end) {
    const drawing = await drawPage(document, previews.length + 1, previewSide).catch(() => undefined);
    if (!drawing) break;
    const { data, width, height } = drawing;
    const small = await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .webp({ quality: 80 })
      .toBuffer();
    previews.push(`data:image/webp;base64,${small.toString('base64')}`);
  }
  return previews;
}
