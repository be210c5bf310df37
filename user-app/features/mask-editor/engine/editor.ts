import { failureWords } from '#shared/domain/failure-words';
import { brushSizeOf, steppedSize } from '../../../canvas/brush-size';
import { PointerGestures } from '../../../canvas/pointer-gestures';
import { coverageOf, type MaskBitmap, type Runs } from './bitmap';
import type { Change } from './change';
import type { ColourChoice } from './colour-selection';
import { MaskDocument, type Mode } from './document';
import type { EditorOptions } from './editor-options';
import type { Act, Tool } from './editor-state';
import { EditorView } from './editor-view';
import { KeyCursor } from './key-cursor';
import { acted, MaskTools } from './mask-tools';
import type { OverlaySource } from './overlay';
import { PictureTools } from './picture-tools';
import { sightOf } from './picture-view';
import type { PreviewView } from './preview';
import { PreviewKeeper } from './preview-keeper';
import { type Rect, wholeOf } from './rect';
import type { Refinement } from './refine';
import type { MaskWork } from './worker-client';

/** The mask editor without a screen: pointers and commands in, a mask and snapshots out. */
export class MaskEditor extends EditorView {
  readonly pointers: PointerGestures;
  readonly keyCursor: KeyCursor;
  readonly work: MaskWork;
  readonly #document: MaskDocument;
  readonly #desk: MaskTools;
  readonly #preview: PreviewKeeper;
  readonly #address: string | undefined;
  #drawnVersion = 0;

  constructor({ size, start, refinement, isUnsaved = false, segment, work, address }: EditorOptions) {
    super(size);
    this.work = work;
    this.#address = address;
    this.#document = new MaskDocument(size, start, undefined, (change) => this.#follow(change), refinement);
    void work.start(size, start).catch((error: unknown) => this.change({ problem: failureWords(error) }));
    this.#preview = new PreviewKeeper(work, (problem) => this.#onPreview(problem));
    this.change({
      refinement: this.#document.refinement,
      canSelect: segment !== undefined,
      canStudy: address !== undefined,
      coverage: coverageOf(this.#document.mask),
      revision: isUnsaved ? 1 : 0,
    });
    this.#desk = new MaskTools({
      size,
      viewport: this.viewport,
      document: this.#document,
      work,
      segment,
      study: () => this.#study(),
      getSnapshot: this.getSnapshot,
      change: (change) => this.change(change),
      paint: (part) => this.paint(part),
      painted: (part, act) => this.#painted(part, act),
    });
    this.pointers = new PointerGestures(this, new PictureTools(this.#desk.surface));
    this.keyCursor = new KeyCursor(this.#desk.surface, () => this.accept());
    this.#preview.want(this.#document.refinement, this.mask, this.#sight);
  }

  /** The painted mask, before it is refined. */
  get mask(): MaskBitmap {
    return this.#document.mask;
  }

  /** Content of the overlay: the mask as it will be sent, and the current stroke on top. */
  get overlay(): OverlaySource {
    const { strokeMode } = this.#desk;
    const { preview } = this.#preview;
    const layer = strokeMode && !this.#document.isLayerEmpty ? this.#document.layer : undefined;
    return { mask: preview?.whole ?? this.mask, part: preview?.part, layer, isErasing: strokeMode === 'subtract' };
  }

  /** The refined mask as a one-channel PNG of the picture's size; 255 = change. */
  exportPng(): Promise<Blob> {
    this.pointers.endStroke();
    return this.work.exportPng(this.#document.refinement);
  }

  setTool(tool: Tool): void {
    const { canSelect, canStudy } = this.getSnapshot();
    if (tool === 'select' && !canSelect) return;
    if ((tool === 'wire' || tool === 'colour') && !canStudy) return;
    this.dropPending();
    this.change({ tool, problem: undefined });
    // The picture is fetched ahead, so that the first click finds it.
    if (tool === 'wire' || tool === 'colour') void this.#study().catch(() => undefined);
  }

  setMode(mode: Mode): void {
    this.change({ mode });
  }

  setBrushSize(size: number): void {
    const brushSize = brushSizeOf(size);
    if (brushSize !== undefined) this.change({ brushSize });
  }

  stepBrush(direction: 1 | -1): void {
    this.change({ brushSize: steppedSize(this.getSnapshot().brushSize, direction) });
  }

  setPointOutside(isPointOutside: boolean): void {
    this.change({ isPointOutside });
  }

  setColourChoice(choice: Partial<ColourChoice>): void {
    this.change({ colourChoice: { ...this.getSnapshot().colourChoice, ...choice } });
  }

  /** Changes how the mask is refined; many changes up to {@link endRefining} are one step. */
  refine(change: Partial<Refinement>): void {
    this.pointers.endStroke();
    this.#document.refine(change);
    this.#painted(wholeOf(this.size), 'refine');
  }

  endRefining(): void {
    this.#document.endRefining();
  }

  /** Takes back the stroke under way, the last corner or point, or else the last step. */
  undo(): void {
    if (this.pointers.drop() || this.keyCursor.drop() || this.removeLast()) return;
    this.#painted(this.#document.undo(), 'undo');
  }

  redo(): void {
    this.pointers.endStroke();
    this.#painted(this.#document.redo(), 'redo');
  }

  invert(): void {
    this.pointers.endStroke();
    this.#painted(this.#document.invert(), 'invert');
  }

  clear(): void {
    this.dropPending();
    this.#painted(this.#document.clear(), 'clear');
  }

  selectAll(): void {
    this.pointers.endStroke();
    this.#painted(this.#document.markAll(), 'all');
  }

  /** Makes the mask another one, as one step. */
  replace(runs: Runs): void {
    this.dropPending();
    this.#painted(this.#document.replace(runs), 'import');
  }

  /** Removes the last corner or point of what is under way. @returns whether there was one. */
  removeLast(): boolean {
    return this.#desk.removeLast();
  }

  /** Leaves an unfinished stroke, contour or selection. @returns whether there was one. */
  dropPending(): boolean {
    const hadStroke = this.pointers.drop();
    const hadRegion = this.keyCursor.drop();
    const isPending = this.#desk.leave() || hadStroke || hadRegion;
    if (isPending) this.change({ draggedBox: undefined, state: 'idle', ...acted('drop', this.getSnapshot()) });
    return isPending;
  }

  /** Closes the contour, or takes the selection over. @returns whether there was something to take. */
  accept(): boolean {
    return this.#desk.accept();
  }

  /** Chooses the smaller (−1) or larger (1) proposal of the click selection. */
  stepCandidate(by: 1 | -1): void {
    this.#desk.stepCandidate(by);
  }

  close(): void {
    this.work.close();
  }

  async #study(): Promise<void> {
    if (this.#address !== undefined) await this.work.studyPicture(this.#address);
  }

  /** Tells of a change of the mask, its refinement or its history; a step that changed nothing is none. */
  #painted(part: Rect, act: Act): void {
    const { canUndo, canRedo, mask, refinement, version } = this.#document;
    if (version === this.#drawnVersion) {
      this.change({ canUndo, canRedo });
      this.paint(part);
      return;
    }
    this.#drawnVersion = version;
    this.#preview.want(refinement, mask, this.#sight);
    const coverage = this.#preview.preview ? this.getSnapshot().coverage : coverageOf(mask);
    const isWorking = this.#preview.isBusy;
    this.change({ canUndo, canRedo, coverage, refinement, isWorking, revision: this.getSnapshot().revision + 1 });
    this.change(acted(act, this.getSnapshot()));
    // A refinement shows when it is worked out.
    if (act === 'stroke' || act === 'region') this.paint(part);
    else if (act !== 'refine' || !isWorking) this.paint(wholeOf(this.size));
  }

  /** Keeps the copy in the background and the preview at the painted mask. */
  #follow(change: Change): void {
    this.work.change(change).catch((error: unknown) => this.change({ problem: failureWords(error) }));
    this.#preview.patch(change, this.mask);
  }

  get #sight(): PreviewView {
    return sightOf(this.viewport, this.size);
  }

  #onPreview(problem: string | undefined): void {
    const { preview, isBusy } = this.#preview;
    const coverage = preview?.coverage ?? coverageOf(this.mask);
    this.change({ coverage, isWorking: isBusy, ...(problem ? { problem } : {}) });
    if (!isBusy) this.paint(wholeOf(this.size));
  }

  protected override moved(): void {
    this.#preview.look(this.mask, this.#sight);
    super.moved();
  }
}
