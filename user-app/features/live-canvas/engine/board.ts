import { brushSizeOf, steppedSize } from '../../../canvas/brush-size';
import { apart, type Box, onSheet, type Point, type Size } from '../../../canvas/geometry';
import { History, type HistoryLimits } from '../../../canvas/history';
import { SheetView } from '../../../canvas/sheet-view';
import type { Stamp } from '../../../canvas/stamp';
import { Viewport } from '../../../canvas/viewport';
import { type BoardState, firstState, type HeldPicture, type Tool } from './board-state';
import { type Drawing, isBlank, type Mark, type PictureMark, pictureAt, type ShapeMark } from './marks';
import { type Aspect, paperFit, papers, placedBox } from './papers';
import type { Surface } from './raster';
import { StrokeInHand } from './stroke-in-hand';

interface Step {
  before: Drawing;
  after: Drawing;
}

/** Drawings share their marks, so a step costs two lists of references. */
const limits: HistoryLimits<Step> = { weightOf: () => 1, budget: 200, least: 0 };

/** The drawing board: what is drawn, what is in hand, and what it says to the screen. No React, no DOM. */
export class Board extends SheetView<BoardState> {
  /** Called whenever the drawing looks different, also in the middle of a stroke. */
  onDrawn: () => void = () => undefined;
  #drawing: Drawing = [];
  #history = new History(limits);
  #surface: Surface | undefined;
  #stroke: StrokeInHand | undefined;

  constructor() {
    super(firstState, new Viewport(papers[firstState.aspect], paperFit));
  }

  get paper(): Size {
    return papers[this.getSnapshot().aspect];
  }

  get drawing(): Drawing {
    return this.#drawing;
  }

  /** Every drawing that can still come back. */
  get drawings(): Iterable<Drawing> {
    return new Set([this.#drawing, ...this.#history.all.flatMap(({ before, after }) => [before, after])]);
  }

  /** Shows the drawing on a surface from now on; undefined while there is none. */
  attach(surface: Surface | undefined): void {
    this.#surface = surface;
    surface?.show(this.#shown());
  }

  /** Starts with another drawing; what was there can be brought back with undo when the paper stays the same. */
  load(aspect: Aspect, drawing: Drawing, options: { isUndoable?: boolean; said?: string } = {}): void {
    this.putDown();
    if (options.isUndoable && aspect === this.getSnapshot().aspect) this.#keep(drawing);
    else {
      this.#history = new History(limits);
      this.#drawing = drawing;
    }
    this.change({ aspect });
    this.viewport.lay(this.paper);
    this.moved();
    this.#drawn(options.said ?? '');
  }

  setPanning(isPanning: boolean): void {
    this.change({ isPanning });
  }

  setTool(tool: Tool): void {
    if (tool !== this.getSnapshot().tool) this.putDown();
    this.change({ tool });
  }

  setColour(colour: string): void {
    const { tool } = this.getSnapshot();
    // A colour is chosen to draw with it.
    const isInkless = tool === 'eraser' || tool === 'move' || tool === 'pan';
    if (isInkless) this.putDown();
    this.change({ colour: colour.toLowerCase(), ...(isInkless ? { tool: 'brush' as const } : {}) });
  }

  setSize(size: number): void {
    const whole = brushSizeOf(size);
    if (whole !== undefined) this.change({ size: whole });
  }

  stepSize(direction: 1 | -1): void {
    this.setSize(steppedSize(this.getSnapshot().size, direction));
  }

  setFilled(isFilled: boolean): void {
    this.change({ isFilled });
  }

  setPreview(preview: ShapeMark | undefined): void {
    this.change({ preview });
  }

  setPointer(pointer: Point | undefined): void {
    this.change({ pointer });
  }

  setCursor(cursor: Point | undefined, isPenDown = this.getSnapshot().isPenDown): void {
    this.change({ cursor: cursor && onSheet(cursor, this.paper), isPenDown });
  }

  say(said: string): void {
    this.change({ said });
  }

  add(mark: Mark, said: string): void {
    this.#keep([...this.#drawing, mark]);
    this.#drawn(said);
  }

  /** Floods the area around a point with the colour in hand. */
  fill(at: Point): void {
    this.add({ kind: 'fill', colour: this.getSnapshot().colour, at }, '已填充');
  }

  undo(): void {
    if (this.dropInHand()) return;
    this.#replay(this.#history.undo()?.before, '已撤销');
  }

  redo(): void {
    this.#replay(this.#history.redo()?.after, '已重做');
  }

  clear(): void {
    this.dropInHand();
    if (!isBlank(this.#drawing)) this.add({ kind: 'clear' }, '已清空，可撤销');
  }

  startStroke(stamp: Stamp, isEraser = this.getSnapshot().tool === 'eraser'): void {
    this.#stroke = new StrokeInHand({ colour: this.getSnapshot().colour, isEraser }, this.#surface);
    this.extendStroke(stamp);
  }

  extendStroke(stamp: Stamp): void {
    if (this.#stroke?.add(stamp)) this.onDrawn();
  }

  /** Draws the stroke up to the pointer, which rests. */
  settleStroke(): void {
    if (this.#stroke?.settle()) this.onDrawn();
  }

  endStroke(): void {
    const stroke = this.#stroke;
    if (!stroke) return;
    this.#stroke = undefined;
    stroke.settle();
    this.#keep([...this.#drawing, stroke.mark]);
    this.#surface?.adopt(this.#drawing);
    this.#drawn(stroke.mark.isEraser ? '已擦除一笔' : '已画一笔');
  }

  /** Makes the shape being drawn a part of the drawing. */
  keepPreview(): void {
    const { preview } = this.getSnapshot();
    this.change({ preview: undefined });
    if (preview) this.add(preview, '已画形状');
  }

  addCorner(corner: Point): void {
    const { corners, view } = this.getSnapshot();
    const [first] = corners;
    if (first && corners.length >= 3 && apart(first, corner) * view.scale < 12) this.closePolygon();
    else this.change({ corners: [...corners, corner], said: `第 ${corners.length + 1} 个点` });
  }

  removeCorner(): void {
    this.change({ corners: this.getSnapshot().corners.slice(0, -1) });
  }

  closePolygon(): void {
    const { corners, colour } = this.getSnapshot();
    this.change({ corners: [], pointer: undefined });
    if (corners.length >= 3) this.add({ kind: 'polygon', colour, corners }, '已填充多边形');
  }

  /** Puts a picture on the paper, where it can be moved and scaled. */
  hold(pictureId: string, size: Size): void {
    this.putDown();
    const share = this.drawing.length === 0 ? 1 : 0.8;
    this.change({ tool: 'move', held: { pictureId, box: placedBox(size, this.paper, share), from: undefined } });
    this.#drawn('图片已放上画布，拖动可移动，拖角可缩放，回车固定');
  }

  /** Takes the picture at a point up again. @returns whether there is one. */
  lift(at: Point): boolean {
    const from = pictureAt(this.drawing, at);
    const mark = this.drawing[from];
    if (mark?.kind !== 'picture') return false;
    this.change({ held: { pictureId: mark.pictureId, box: mark.box, from } });
    this.#drawn('已选中图片');
    return true;
  }

  moveHeld(box: Box): void {
    const { held } = this.getSnapshot();
    if (!held) return;
    this.change({ held: { ...held, box } });
    this.onDrawn();
  }

  /** Makes the held picture part of the drawing. */
  putDown(): void {
    const { held } = this.getSnapshot();
    this.dropInHand(true);
    if (!held) return;
    const mark: PictureMark = { kind: 'picture', pictureId: held.pictureId, box: held.box };
    const { from } = held;
    const before = from === undefined ? undefined : this.drawing[from];
    const isMoved = before?.kind !== 'picture' || before.box !== held.box;
    this.change({ held: undefined });
    if (isMoved) this.#keep(from === undefined ? [...this.#drawing, mark] : this.#drawing.with(from, mark));
    this.#drawn('图片已固定');
  }

  removeHeld(): void {
    const { held } = this.getSnapshot();
    if (!held) return;
    this.change({ held: undefined });
    if (held.from !== undefined) this.#keep(this.#drawing.toSpliced(held.from, 1));
    this.#drawn('图片已移除');
  }

  /** Leaves what is under way. @returns whether there was something. */
  dropInHand(isHeldKept = false): boolean {
    const { preview, corners, held, isPenDown } = this.getSnapshot();
    const hadStroke = this.#stroke !== undefined;
    const isHeldDropped = held !== undefined && !isHeldKept;
    this.#stroke = undefined;
    this.change({ preview: undefined, corners: [], pointer: undefined, isPenDown: false });
    if (isHeldDropped) this.change({ held: undefined });
    if (hadStroke || isHeldDropped) this.#drawn('已取消');
    return hadStroke || isHeldDropped || preview !== undefined || corners.length > 0 || isPenDown;
  }

  #keep(after: Drawing): void {
    this.#history.add({ before: this.#drawing, after });
    this.#drawing = after;
  }

  #replay(drawing: Drawing | undefined, said: string): void {
    if (!drawing) return;
    this.#drawing = drawing;
    this.#drawn(said);
  }

  /** The drawing without the picture that is in hand. */
  #shown(held: HeldPicture | undefined = this.getSnapshot().held): Drawing {
    return held?.from === undefined ? this.drawing : this.drawing.toSpliced(held.from, 1);
  }

  #drawn(said: string): void {
    this.#surface?.show(this.#shown());
    const { canUndo, canRedo } = this.#history;
    this.change({ canUndo, canRedo, isBlank: isBlank(this.drawing) && !this.getSnapshot().held, said });
    this.onDrawn();
  }
}
