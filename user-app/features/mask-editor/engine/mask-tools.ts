import { failureWords } from '#shared/domain/failure-words';
import { apart, type Point, type Size } from '../../../canvas/geometry';
import type { Viewport } from '../../../canvas/viewport';
import { fillEllipse, fillPolygon, marked } from './bitmap';
import { ClickSelection, noSelection, type Segment } from './click-selection';
import type { MaskDocument, Mode } from './document';
import type { Act, EditorSnapshot, EditorState } from './editor-state';
import { Outline } from './outline';
import { paintStamps } from './paint-stamps';
import { joined, type Rect } from './rect';
import type { Surface } from './surface';
import type { MaskWork } from './worker-client';

export interface MaskToolsOptions {
  size: Size;
  viewport: Viewport;
  document: MaskDocument;
  work: MaskWork;
  segment: Segment | undefined;
  /** Fetches the picture for the tools that look at it. */
  study: () => Promise<void>;
  getSnapshot: () => EditorSnapshot;
  change: (change: Partial<EditorSnapshot>) => void;
  /** Draws a part of the picture again. */
  paint: (part: Rect) => void;
  /** Tells of a step that was made. */
  painted: (part: Rect, act: Act) => void;
}

/** Pixels of the screen within which a corner is the same as another. */
const closeReach = 8;
/** Pixels of the screen between two places of a lasso. */
const lassoSpacing = 2;

/** Tools of the picture: each draws into the layer of the document, which is then committed as one step. */
export class MaskTools {
  readonly surface: Surface;
  readonly #desk: MaskToolsOptions;
  readonly #selection: ClickSelection | undefined;
  readonly #outline: Outline;
  #lasso: Point[] = [];
  #regionMode: Mode = 'add';
  #strokeMode: Mode | undefined;

  constructor(desk: MaskToolsOptions) {
    this.#desk = desk;
    const { segment, change, getSnapshot } = desk;
    this.#selection =
      segment &&
      new ClickSelection(segment, () => {
        change({ selection: this.#selection?.state ?? noSelection });
        change({ state: this.restingState });
      });
    this.#outline = new Outline(() => {
      const { corners, points, tail } = this.#outline;
      change({ corners, outline: points, outlineTail: tail, state: this.restingState });
    });
    this.surface = {
      size: desk.size,
      viewport: desk.viewport,
      getSnapshot,
      change,
      startStroke: (isErasing) => {
        this.#strokeMode = isErasing ? 'subtract' : 'add';
        change({ state: isErasing ? 'erasing' : 'brushing' });
      },
      paint: (stamps, before) => desk.paint(paintStamps(desk.document, stamps, before)),
      paintStraight: (from, to) =>
        desk.paint(joined(desk.document.clearLayer(), paintStamps(desk.document, [to], from))),
      keepStroke: () => this.#commitLayer(this.#strokeMode ?? 'add', 'stroke'),
      dropStroke: () => {
        this.#strokeMode = undefined;
        desk.paint(desk.document.clearLayer());
        change({ state: this.restingState });
      },
      startRegion: (isAlt) => {
        if (this.#outline.corners.length === 0) this.#regionMode = isAlt ? 'subtract' : getSnapshot().mode;
      },
      extendLasso: (at) => this.#extendLasso(at),
      closeLasso: () => {
        const points = this.#lasso;
        this.#clearLasso();
        if (points.length >= 3) this.#commitPolygon(points);
      },
      dropLasso: () => this.#clearLasso(),
      setPoint: (at, isAlternative) => this.#setPoint(at, isAlternative),
      setBox: (box) => this.#setBox(box),
      follow: (at) => this.#outline.follow(at, desk.work),
      rest: () => change({ state: this.restingState }),
    };
  }

  /** Mode of the current stroke; undefined when there is none. */
  get strokeMode(): Mode | undefined {
    return this.#strokeMode;
  }

  get restingState(): EditorState {
    if (this.#outline.corners.length > 0 || this.#lasso.length > 0) return 'outlining';
    return this.#selection?.isUnderWay ? 'segmenting' : 'idle';
  }

  /** Removes the last corner or point of what is under way. @returns whether there was one. */
  removeLast(): boolean {
    if (this.#outline.corners.length > 0) this.#outline.removeLast();
    else if (this.#selection?.isUnderWay) this.#selection.removeLast();
    else return false;
    return true;
  }

  /** Leaves corners and points under way. @returns whether there were any. */
  leave(): boolean {
    const hadOutline = this.#outline.corners.length > 0;
    const hadSelection = this.#selection?.isUnderWay === true;
    if (hadSelection) this.#selection?.clear();
    if (hadOutline) this.#outline.clear();
    return hadOutline || hadSelection;
  }

  /** Closes the contour, or commits the proposed selection. @returns whether there was either. */
  accept(): boolean {
    const { tool, mode } = this.#desk.getSnapshot();
    const { corners, points } = this.#outline;
    const runs = this.#selection?.runs;
    if (tool === 'wire' && corners.length >= 2) {
      void this.#outline.closed(this.#desk.work).then((closed) => {
        if (this.#outline.corners[0] !== corners[0]) return;
        this.#outline.clear();
        this.#commitPolygon(closed);
      });
    } else if (corners.length >= 3) {
      this.#outline.clear();
      this.#commitPolygon(points);
    } else if (runs) {
      this.#selection?.clear();
      this.#desk.painted(this.#desk.document.commitRuns(runs, mode), 'region');
    } else return false;
    return true;
  }

  stepCandidate(by: 1 | -1): void {
    this.#selection?.step(by);
  }

  #commitLayer(mode: Mode, act: Act): void {
    this.#strokeMode = undefined;
    this.#desk.painted(this.#desk.document.commitLayer(mode), act);
  }

  #commitPolygon(points: readonly Point[]): void {
    const { document } = this.#desk;
    document.touchLayer(fillPolygon(document.layer, points, marked));
    this.#commitLayer(this.#regionMode, 'region');
  }

  #extendLasso(at: Point): void {
    const { viewport, change } = this.#desk;
    const last = this.#lasso.at(-1);
    if (last && apart(last, at) * viewport.view.scale < lassoSpacing) return;
    this.#lasso.push(at);
    change({ outline: this.#lasso, outlineTail: [], state: 'outlining' });
  }

  #clearLasso(): void {
    this.#lasso = [];
    this.#desk.change({ outline: [], state: this.restingState });
  }

  #setPoint(at: Point, isAlternative: boolean): void {
    const { getSnapshot, change, work } = this.#desk;
    const { tool, corners } = getSnapshot();
    if (tool === 'select') this.#selection?.addPoint({ ...at, isInside: !isAlternative });
    else if (tool === 'colour') void this.#takeColour(at);
    else if (this.#isFirst(at, corners, tool === 'wire' ? 2 : 3)) this.accept();
    else {
      change({ cursor: at });
      if (tool === 'polygon') this.#outline.add(at);
      else void this.#addAnchor(at, work);
      change(acted('corner', getSnapshot()));
    }
  }

  async #addAnchor(at: Point, work: MaskWork): Promise<void> {
    const { study, change } = this.#desk;
    await study().catch((error: unknown) => change({ problem: failureWords(error) }));
    await this.#outline.addAnchor(at, work);
  }

  /** A corner on the first one closes the contour. */
  #isFirst(at: Point, [first, ...others]: readonly Point[], least: number): boolean {
    const isNear = first !== undefined && apart(first, at) * this.#desk.viewport.view.scale < closeReach;
    return isNear && others.length + 1 >= least;
  }

  #setBox(box: Rect): void {
    const { getSnapshot, document } = this.#desk;
    const { tool } = getSnapshot();
    if (tool === 'select') {
      this.#selection?.setBox(box);
      return;
    }
    const { x, y, width, height } = box;
    const corners = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ];
    if (tool === 'rectangle') this.#commitPolygon(corners);
    else {
      document.touchLayer(fillEllipse(document.layer, box, marked));
      this.#commitLayer(this.#regionMode, 'region');
    }
  }

  async #takeColour(at: Point): Promise<void> {
    const { getSnapshot, change, work, study, document, painted } = this.#desk;
    const mode = this.#regionMode;
    change({ isWorking: true, problem: undefined });
    try {
      await study();
      const runs = await work.likeColour(at, getSnapshot().colourChoice);
      painted(document.commitRuns(runs, mode), 'region');
    } catch (error) {
      change({ problem: failureWords(error, '没有取到颜色，请重试') });
    } finally {
      change({ isWorking: false });
    }
  }
}

/** The next thing done, told apart from the same thing done before. */
export function acted(kind: Act, { act }: EditorSnapshot): Pick<EditorSnapshot, 'act'> {
  return { act: { kind, count: (act?.count ?? 0) + 1 } };
}
