import type { UploadedImage } from '#shared/contract/image';
import type { PdfDocument } from '@/lib/tool-sessions';

/** The PDFs with a page of one of them that became a picture; other pictures leave them as they are. */
export function withPage(
  documents: readonly PdfDocument[],
  file: File,
  { imageId, origin }: Pick<UploadedImage, 'imageId' | 'origin'>,
): readonly PdfDocument[] {
  const { page = 1, pages = 1, previews = [] } = origin ?? {};
  if (pages < 2) return documents;
  const known = documents.find((document) => document.file === file);
  if (!known) return [...documents, { file, pages, previews, pageOf: { [imageId]: page } }];
  return documents.map((one) => (one === known ? { ...known, pageOf: { ...known.pageOf, [imageId]: page } } : one));
}

/** Those that some of the pictures are pages of. */
export function documentsOf(documents: readonly PdfDocument[], imageIds: readonly string[]): PdfDocument[] {
  return documents.filter(({ pageOf }) => imageIds.some((imageId) => imageId in pageOf));
}
