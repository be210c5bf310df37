import type { HeldPicture, Tool } from './board-state';
import { brushSizeOf, steppedSize } from './brush-size';
import { type Aspect, apart, type Box, onPaper, type Point, placedBox, type Size } from './geometry';
import { History } from './history';
import { type Drawing, isBlank, type Mark, type PictureMark, pictureAt, type ShapeMark, type Stamp } from './marks';
import type { Surface } from './raster';
import { SheetView } from './sheet-view';
import { StrokeInHand } from './stroke-in-hand';

/** The drawing board: what is drawn, what is in hand, and what it says to the screen. No React, no DOM. */
export class Board extends SheetView {
  /** Called whenever the drawing looks different, also in the middle of a stroke. */
  onDrawn: () => void = () => undefined;
  #history = new History();
  #surface: Surface | undefined;
  #stroke: StrokeInHand | undefined;

  get drawing(): Drawing {
    return this.#history.now;
  }

  /** Every drawing that can still come back. */
  get drawings(): Drawing[] {
    return this.#history.all;
  }

  /** Shows the drawing on a surface from now on; undefined while there is none. */
  attach(surface: Surface | undefined): void {
    this.#surface = surface;
    surface?.show(this.#shown());
  }

  /** Starts with another drawing; what was there can be brought back with undo when the paper stays the same. */
  load(aspect: Aspect, drawing: Drawing, options: { isUndoable?: boolean; said?: string } = {}): void {
    this.putDown();
    if (options.isUndoable && aspect === this.getSnapshot().aspect) this.#history.add(drawing);
    else this.#history = new History(drawing);
    this.change({ aspect });
    this.fit();
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
    this.change({ size: brushSizeOf(size) });
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
    this.change({ cursor: cursor && onPaper(cursor, this.paper), isPenDown });
  }

  say(said: string): void {
    this.change({ said });
  }

  add(mark: Mark, said: string): void {
    this.#history.add([...this.#history.now, mark]);
    this.#drawn(said);
  }

  undo(): void {
    if (this.dropInHand()) return;
    if (this.#history.undo()) this.#drawn('已撤销');
  }

  redo(): void {
    if (this.#history.redo()) this.#drawn('已重做');
  }

  clear(): void {
    this.dropInHand();
    if (!isBlank(this.#history.now)) this.add({ kind: 'clear' }, '已清空，可撤销');
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
    this.#history.add([...this.#history.now, stroke.mark]);
    this.#surface?.adopt(this.#history.now);
    this.#drawn(stroke.mark.isEraser ? '已擦除一笔' : '已画一笔');
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
    if (isMoved) this.#history.add(from === undefined ? [...this.drawing, mark] : this.drawing.with(from, mark));
    this.#drawn('图片已固定');
  }

  removeHeld(): void {
    const { held } = this.getSnapshot();
    if (!held) return;
    this.change({ held: undefined });
    if (held.from !== undefined) this.#history.add(this.drawing.toSpliced(held.from, 1));
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
