import type { Size } from '../../../canvas/geometry';
import type { Stamp } from '../../../canvas/stamp';
import type { Piece } from '../../../canvas/stroke-curve';
import type { Drawing } from './marks';
import { type Ink, type Pictures, paintDot, paintMark, paintPiece } from './paint';

/** Surface that a drawing is shown on. */
export interface Surface {
  /** Shows exactly this drawing, with as little painting as possible. */
  show(drawing: Drawing): void;
  dot(stamp: Stamp, ink: Ink): void;
  piece(piece: Piece, ink: Ink): void;
  /** Says that what was painted piece by piece makes this drawing. */
  adopt(drawing: Drawing): void;
}

interface Copy {
  drawing: Drawing;
  canvas: HTMLCanvasElement;
}

/** A copy is kept after every so many marks, so that undo does not paint everything again. */
const copyEvery = 12;
const keptCopies = 4;
const largestDensity = 2;

/** The drawing in pixels: a canvas of the paper's size at the screen's density, clear where nothing was drawn. */
export class Raster implements Surface {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #pictures: Pictures;
  #shown: Drawing = [];
  /** True when more is painted than `#shown` says. */
  #isTouched = false;
  #copies: Copy[] = [];

  constructor(canvas: HTMLCanvasElement, paper: Size, pictures: Pictures, density = window.devicePixelRatio) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no 2D canvas');
    const scale = Math.min(largestDensity, Math.max(1, density));
    canvas.width = Math.round(paper.width * scale);
    canvas.height = Math.round(paper.height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    this.canvas = canvas;
    this.#context = context;
    this.#pictures = pictures;
  }

  show(drawing: Drawing): void {
    if (drawing === this.#shown && !this.#isTouched) return;
    const isLonger = !this.#isTouched && isStartOf(this.#shown, drawing);
    let from = this.#shown.length;
    if (!isLonger) {
      const copy = this.#copies.findLast((candidate) => isStartOf(candidate.drawing, drawing));
      this.#copies = this.#copies.filter((candidate) => isStartOf(candidate.drawing, drawing));
      this.#restore(copy);
      from = copy?.drawing.length ?? 0;
    }
    for (let index = from; index < drawing.length; index += 1) {
      const mark = drawing[index];
      if (mark) paintMark(this.#context, mark, this.#pictures);
      if ((index + 1) % copyEvery === 0) this.#copy(drawing.slice(0, index + 1));
    }
    this.#shown = drawing;
    this.#isTouched = false;
  }

  dot(stamp: Stamp, ink: Ink): void {
    this.#isTouched = true;
    paintDot(this.#context, stamp, ink);
  }

  piece(piece: Piece, ink: Ink): void {
    this.#isTouched = true;
    paintPiece(this.#context, piece, ink);
  }

  adopt(drawing: Drawing): void {
    this.#shown = drawing;
    this.#isTouched = false;
    if (drawing.length % copyEvery === 0) this.#copy(drawing);
  }

  /** Paints everything again: pictures have come. */
  repaint(): void {
    const drawing = this.#shown;
    this.#copies = [];
    this.#isTouched = true;
    this.show(drawing);
  }

  #restore(copy: Copy | undefined): void {
    const { width, height } = this.canvas;
    this.#context.save();
    this.#context.resetTransform();
    this.#context.clearRect(0, 0, width, height);
    if (copy) this.#context.drawImage(copy.canvas, 0, 0);
    this.#context.restore();
  }

  #copy(drawing: Drawing): void {
    const canvas = document.createElement('canvas');
    canvas.width = this.canvas.width;
    canvas.height = this.canvas.height;
    canvas.getContext('2d')?.drawImage(this.canvas, 0, 0);
    this.#copies.push({ drawing, canvas });
    if (this.#copies.length > keptCopies) this.#copies.shift();
  }
}

function isStartOf(start: Drawing, drawing: Drawing): boolean {
  return start.length <= drawing.length && start.every((mark, index) => mark === drawing[index]);
}
