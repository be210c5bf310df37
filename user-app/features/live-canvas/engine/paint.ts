import { boxOf } from '../../../canvas/geometry';
import type { Stamp } from '../../../canvas/stamp';
import { type Piece, partsOf, piecesOf, placeOn } from '../../../canvas/stroke-curve';
import { floodFill } from './flood-fill';
import type { Mark } from './marks';

export type Pictures = ReadonlyMap<string, CanvasImageSource>;

export interface Ink {
  colour: string;
  isEraser: boolean;
}

/** Draws one mark; the context's transform leads from paper pixels to the canvas'. */
export function paintMark(context: CanvasRenderingContext2D, mark: Mark, pictures: Pictures): void {
  switch (mark.kind) {
    case 'stroke':
      paintDot(context, mark.stamps[0], mark);
      for (const piece of piecesOf(mark.stamps)) paintPiece(context, piece, mark);
      return;
    case 'line':
      outlined(context, mark.colour, mark.width, () => {
        context.moveTo(mark.from.x, mark.from.y);
        context.lineTo(mark.to.x, mark.to.y);
      });
      return;
    case 'rectangle':
    case 'ellipse': {
      const { x, y, width, height } = boxOf(mark.from, mark.to);
      const draw = () => {
        if (mark.kind === 'rectangle') context.rect(x, y, width, height);
        else context.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, Math.PI * 2);
      };
      if (mark.isFilled) filled(context, mark.colour, draw);
      else outlined(context, mark.colour, mark.width, draw);
      return;
    }
    case 'polygon':
      filled(context, mark.colour, () => {
        for (const [index, { x, y }] of mark.corners.entries()) {
          if (index === 0) context.moveTo(x, y);
          else context.lineTo(x, y);
        }
        context.closePath();
      });
      return;
    case 'fill':
      paintFill(context, mark.at.x, mark.at.y, mark.colour);
      return;
    case 'picture': {
      const picture = pictures.get(mark.pictureId);
      const { x, y, width, height } = mark.box;
      if (picture) context.drawImage(picture, x, y, width, height);
      return;
    }
    case 'clear':
      context.save();
      context.resetTransform();
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      context.restore();
  }
}

export function paintDot(context: CanvasRenderingContext2D, stamp: Stamp | undefined, ink: Ink): void {
  if (!stamp) return;
  withInk(context, ink, () => {
    context.beginPath();
    context.arc(stamp.x, stamp.y, stamp.width / 2, 0, Math.PI * 2);
    context.fill();
  });
}

export function paintPiece(context: CanvasRenderingContext2D, piece: Piece, ink: Ink): void {
  const { from, to, first, second } = piece;
  const parts = partsOf(piece);
  withInk(context, ink, () => {
    if (parts === 1) {
      context.lineWidth = from.width;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.bezierCurveTo(first.x, first.y, second.x, second.y, to.x, to.y);
      context.stroke();
      return;
    }
    let start: Stamp = from;
    for (let part = 1; part <= parts; part += 1) {
      const end = placeOn(piece, part / parts);
      context.lineWidth = (start.width + end.width) / 2;
      context.beginPath();
      context.moveTo(start.x, start.y);
      context.lineTo(end.x, end.y);
      context.stroke();
      start = end;
    }
  });
}

/** An eraser takes away what was drawn; the paper, or the shared screen, shows again. */
function withInk(context: CanvasRenderingContext2D, { colour, isEraser }: Ink, act: () => void): void {
  context.globalCompositeOperation = isEraser ? 'destination-out' : 'source-over';
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  act();
  context.globalCompositeOperation = 'source-over';
}

function outlined(context: CanvasRenderingContext2D, colour: string, width: number, draw: () => void): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'miter';
  context.beginPath();
  draw();
  context.stroke();
}

function filled(context: CanvasRenderingContext2D, colour: string, draw: () => void): void {
  context.fillStyle = colour;
  context.beginPath();
  draw();
  context.fill();
}

function paintFill(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  const { width, height } = context.canvas;
  const { a: scale } = context.getTransform();
  const pixels = context.getImageData(0, 0, width, height);
  if (floodFill(pixels, x * scale, y * scale, colour)) context.putImageData(pixels, 0, 0);
}
