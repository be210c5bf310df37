import { coverageOf, type MaskBitmap, marked, paintLine, type Runs } from './bitmap';
import { ClickSelection, noSelection, type Segment } from './click-selection';
import { type Entry, MaskDocument, type Mode } from './document';
import { brushSizes, type EditorSnapshot, type EditorState, type Tool } from './editor-state';
import { emptyRect, isEmptyRect, type Point, type Rect, type Size } from './geometry';
import { encodeGreyPng } from './png';
import { onPicture, PointerGestures, type Stroke } from './pointer-gestures';
import { Viewport } from './viewport';

export interface EditorOptions {
  size: Size;
  /** The mask to start from. */
  start?: Runs | undefined;
  /** Absent where nothing can segment. */
  segment?: Segment | undefined;
}

/** Pixels of the screen within which a corner is the same as another. */
const closeReach = 8;

/** The mask editor without a screen: pointers and commands in, a mask and snapshots out. */
export class MaskEditor {
  readonly size: Size;
  readonly viewport: Viewport;
  readonly pointers: PointerGestures;
  readonly #document: MaskDocument;
  readonly #selection: ClickSelection | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #painters = new Set<(touched: Rect) => void>();
  #snapshot: EditorSnapshot;
  /** Whether the keys' cursor stands where the last corner or point was set. */
  #isCursorSpent = true;

  constructor({ size, start, segment }: EditorOptions) {
    this.size = size;
    this.viewport = new Viewport(size);
    this.#document = new MaskDocument(size, start);
    this.#selection = segment && new ClickSelection(segment, () => this.#onSelection());
    this.#snapshot = {
      tool: 'brush',
      state: 'idle',
      mode: 'add',
      brushSize: brushSizes.default,
      view: this.viewport.view,
      polygon: [],
      cursor: undefined,
      isCursorByKeys: false,
      selection: noSelection,
      draggedBox: undefined,
      canSelect: segment !== undefined,
      canUndo: false,
      canRedo: false,
      coverage: coverageOf(this.#document.mask),
      revision: 0,
      isOriginalShown: false,
    };
    this.pointers = new PointerGestures({
      size,
      viewport: this.viewport,
      getSnapshot: this.getSnapshot,
      change: (change) => this.#set(change),
      viewMoved: () => this.#moved(),
      paintPiece: (stroke) => this.#paintPiece(stroke),
      keepStroke: (stroke) => {
        this.#document.keep({ kind: 'stroke', ...stroke });
        this.#painted(emptyRect);
      },
      dropStroke: () => this.#painted(this.#document.rebuild()),
      addCorner: (point) => this.#addCorner(point),
      addSelectionPoint: (point) => this.#selection?.addPoint(point),
      setSelectionBox: (box) => this.#selection?.setBox(box),
      rest: () => this.#set({ state: this.#restingState() }),
    });
  }

  get mask(): MaskBitmap {
    return this.#document.mask;
  }

  readonly getSnapshot = (): EditorSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `paint` with every part of the mask that changed, picture pixels. */
  onPaint(paint: (touched: Rect) => void): () => void {
    this.#painters.add(paint);
    return () => this.#painters.delete(paint);
  }

  /** The mask as a one-channel PNG of the picture's size; 255 = change. */
  exportPng(): Promise<Blob> {
    this.pointers.endStroke();
    return encodeGreyPng(this.size, this.mask.data);
  }

  setTool(tool: Tool): void {
    if (tool === 'select' && !this.#snapshot.canSelect) return;
    this.dropPending();
    this.#set({ tool });
  }

  setMode(mode: Mode): void {
    this.#set({ mode });
  }

  setBrushSize(size: number): void {
    const whole = Math.round(size);
    if (Number.isFinite(whole)) this.#set({ brushSize: Math.min(brushSizes.max, Math.max(brushSizes.min, whole)) });
  }

  /** A step that is fine for small brushes and coarse for large ones. */
  stepBrush(direction: 1 | -1): void {
    const { brushSize } = this.#snapshot;
    this.setBrushSize(brushSize + direction * Math.max(1, Math.round(brushSize * 0.15)));
  }

  showOriginal(isOriginalShown: boolean): void {
    if (isOriginalShown !== this.#snapshot.isOriginalShown) this.#set({ isOriginalShown });
  }

  /** Says that nothing can segment after all. */
  withdrawSelect(): void {
    if (this.#snapshot.tool === 'select') this.setTool('brush');
    this.#set({ canSelect: false });
  }

  resize(size: Size): void {
    this.viewport.resize(size);
    this.#moved();
  }

  zoom(factor: number, around?: Point): void {
    this.viewport.zoom(factor, around);
    this.#moved();
  }

  /** Screen pixels for one pixel of the picture: 1 for 100 %. */
  zoomTo(scale: number): void {
    this.zoom(scale / this.viewport.view.scale);
  }

  pan(dx: number, dy: number): void {
    this.viewport.pan(dx, dy);
    this.#moved();
  }

  fit(): void {
    this.viewport.fit();
    this.#moved();
  }

  /** Takes back the stroke under way, the last corner or point, or else the last step. */
  undo(): void {
    if (!this.pointers.drop() && !this.removeLast()) this.#painted(this.#document.undo());
  }

  redo(): void {
    this.pointers.endStroke();
    this.#painted(this.#document.redo());
  }

  invert(): void {
    this.#apply({ kind: 'invert' });
  }

  clear(): void {
    this.dropPending();
    if (this.mask.count > 0) this.#apply({ kind: 'clear' });
  }

  selectAll(): void {
    this.#apply({ kind: 'all' });
  }

  /** Removes the last corner or point of what is under way. @returns whether there was one. */
  removeLast(): boolean {
    const { polygon } = this.#snapshot;
    if (polygon.length > 0) {
      this.#set({ polygon: polygon.slice(0, -1) });
      this.#set({ state: this.#restingState() });
      return true;
    }
    if (!this.#selection?.isUnderWay) return false;
    this.#selection.removeLast();
    return true;
  }

  /** Leaves an unfinished stroke, polygon or selection. @returns whether there was one. */
  dropPending(): boolean {
    const hadStroke = this.pointers.drop();
    const isPending = hadStroke || this.#snapshot.polygon.length > 0 || this.#selection?.isUnderWay === true;
    if (this.#selection?.isUnderWay) this.#selection.clear();
    if (isPending) this.#set({ polygon: [], draggedBox: undefined, state: 'idle' });
    return isPending;
  }

  /** Closes the polygon, or takes the selection over. @returns whether there was something to take. */
  accept(): boolean {
    const { polygon, mode } = this.#snapshot;
    const runs = this.#selection?.runs;
    if (polygon.length >= 3) this.#apply({ kind: 'polygon', mode, points: polygon });
    else if (runs) this.#apply({ kind: 'selection', mode, runs });
    else return false;
    return this.dropPending();
  }

  /** Chooses the smaller (−1) or larger (1) proposal of the click selection. */
  stepCandidate(by: 1 | -1): void {
    this.#selection?.step(by);
  }

  /** Moves the cursor of the keys by pixels of the screen, or of the picture when `isFine`. */
  moveCursor(dx: number, dy: number, isFine: boolean): void {
    const { cursor, isCursorByKeys } = this.#snapshot;
    const middle = onPicture(this.viewport.toImage(this.viewport.middle), this.size);
    const from = (isCursorByKeys && cursor) || middle;
    const scale = isFine ? 1 : this.viewport.view.scale;
    const next = onPicture({ x: from.x + dx / scale, y: from.y + dy / scale }, this.size);
    this.#isCursorSpent = false;
    this.viewport.reveal(next);
    this.#set({ cursor: next, isCursorByKeys: true, view: this.viewport.view });
  }

  /** Enter: sets a point where the keys' cursor was moved to; without a move it takes over what is under way. */
  enter(isAlternative = false): void {
    const { cursor, isCursorByKeys, tool, brushSize } = this.#snapshot;
    if (!cursor || !isCursorByKeys || this.#isCursorSpent) {
      this.accept();
      return;
    }
    if (tool === 'polygon') this.#addCorner(cursor);
    else if (tool === 'select') this.#selection?.addPoint({ ...cursor, isInside: !isAlternative });
    else if (tool !== 'pan') {
      const mode = tool === 'eraser' ? 'subtract' : 'add';
      this.#apply({ kind: 'stroke', mode, radius: brushSize / 2, points: [cursor] });
    }
    this.#isCursorSpent = tool === 'polygon' || tool === 'select';
  }

  #paintPiece({ points, radius, mode }: Stroke): void {
    const to = points.at(-1) as Point;
    const touched = paintLine(this.mask, points.at(-2) ?? to, to, radius, mode === 'add' ? marked : 0);
    if (!isEmptyRect(touched)) for (const paint of this.#painters) paint(touched);
  }

  /** A corner on the first one closes the polygon. */
  #addCorner(point: Point): void {
    const { polygon } = this.#snapshot;
    const [first] = polygon;
    const { scale } = this.viewport.view;
    const isClosing =
      first && polygon.length >= 3 && Math.hypot(point.x - first.x, point.y - first.y) * scale < closeReach;
    if (isClosing) this.accept();
    else this.#set({ polygon: [...polygon, point], state: 'polygon', cursor: point });
  }

  #restingState(): EditorState {
    if (this.#snapshot.polygon.length > 0) return 'polygon';
    return this.#selection?.isUnderWay ? 'segmenting' : 'idle';
  }

  #apply(entry: Entry): void {
    this.pointers.endStroke();
    this.#painted(this.#document.apply(entry));
  }

  /** Tells of a change of the mask or its history. */
  #painted(touched: Rect): void {
    const { canUndo, canRedo, mask } = this.#document;
    this.#set({ canUndo, canRedo, coverage: coverageOf(mask), revision: this.#snapshot.revision + 1 });
    if (!isEmptyRect(touched)) for (const paint of this.#painters) paint(touched);
  }

  #moved(): void {
    this.#set({ view: this.viewport.view });
  }

  #onSelection(): void {
    this.#set({ selection: this.#selection?.state ?? noSelection });
    this.#set({ state: this.#restingState() });
  }

  #set(change: Partial<EditorSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
