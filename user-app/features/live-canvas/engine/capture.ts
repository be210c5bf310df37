import type { Size } from '../../../canvas/geometry';
import type { BoardState } from './board-state';
import { placedBox } from './papers';

export interface CapturedLayers {
  paper: Size;
  /** Picture under the drawing, e.g. a shared screen. */
  backdrop: { source: CanvasImageSource; size: Size } | undefined;
  drawing: HTMLCanvasElement;
  held: BoardState['held'];
  pictures: ReadonlyMap<string, ImageBitmap>;
}

/** The engine's largest side. */
export const fullSide = 1024;

/** The present paper as a picture file, longer side `side` px: white paper, backdrop, drawing, held picture. */
export async function capture(layers: CapturedLayers, side: number, type: 'image/png' | 'image/webp'): Promise<Blob> {
  const { paper, backdrop, drawing, held, pictures } = layers;
  const scale = side / Math.max(paper.width, paper.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(paper.width * scale);
  canvas.height = Math.round(paper.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('浏览器没有给出画布，请刷新页面');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.imageSmoothingQuality = 'high';
  if (backdrop && backdrop.size.width > 0) {
    const { x, y, width, height } = placedBox(backdrop.size, paper);
    context.drawImage(backdrop.source, x, y, width, height);
  }
  context.drawImage(drawing, 0, 0, paper.width, paper.height);
  const picture = held && pictures.get(held.pictureId);
  if (picture) context.drawImage(picture, held.box.x, held.box.y, held.box.width, held.box.height);
  return fileOf(canvas, type);
}

function fileOf(canvas: HTMLCanvasElement, type: 'image/png' | 'image/webp'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('画布读取失败，请再试一次'))), type, 0.92);
  });
}
