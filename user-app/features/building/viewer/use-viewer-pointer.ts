import { type RefObject, useEffect, useRef } from 'react';
import type { BuildingRatio } from '#shared/contract/building-model';
import type { BuildingCamera } from '#shared/domain/building-view';
import type { BuildingScene } from './building-scene';
import { approached, lookedAround, orbitedAbout, panned, type WorldPoint } from './orbit';

export type ViewerMode = 'orbit' | 'walk';

interface ViewerPointer {
  canvas: RefObject<HTMLCanvasElement>;
  scene: BuildingScene | undefined;
  camera: BuildingCamera;
  ratio: BuildingRatio;
  mode: ViewerMode;
  onCamera: (camera: BuildingCamera) => void;
  /** A press that did not move. @param part undefined where nothing stands */
  onPress: (part: number | undefined) => void;
}

/** Pixels that a press may move and still be one. */
const pressReach = 5;
/** Degrees round the model for the width of the picture. */
const wholeTurn = 200;
/** A wheel step of 500 goes away from what is looked at by a factor of e. */
const wheelReach = 500;
/** The aim of the wheel is looked for again after so long a pause, milliseconds. */
const wheelRest = 400;

interface Point {
  x: number;
  y: number;
}

/** Mouse, pen, fingers and wheel on the canvas move the camera. */
export function useViewerPointer(given: ViewerPointer): void {
  const latest = useRef(given);
  latest.current = given;
  const { canvas } = given;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const moves = new ViewerMoves(element, () => latest.current);
    const ending = new AbortController();
    const listen = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      element.addEventListener(type, act, { signal: ending.signal, passive: false });
    listen('pointerdown', (event) => moves.down(event));
    listen('pointermove', (event) => moves.move(event));
    listen('pointerup', (event) => moves.up(event, true));
    listen('pointercancel', (event) => moves.up(event, false));
    listen('contextmenu', (event) => event.preventDefault());
    listen('wheel', (event) => moves.wheel(event));
    return () => ending.abort();
  }, [canvas]);
}

class ViewerMoves {
  readonly #element: HTMLElement;
  readonly #now: () => ViewerPointer;
  readonly #points = new Map<number, Point>();
  #began: Point | undefined;
  #isPan = false;
  #pivot: WorldPoint | undefined;
  #wheeledAt = Number.NEGATIVE_INFINITY;

  constructor(element: HTMLElement, now: () => ViewerPointer) {
    this.#element = element;
    this.#now = now;
  }

  down(event: PointerEvent): void {
    // The middle button would scroll.
    if (event.button === 1) event.preventDefault();
    if (event.isTrusted) this.#element.setPointerCapture(event.pointerId);
    this.#points.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#began = this.#points.size === 1 ? { x: event.clientX, y: event.clientY } : undefined;
    this.#isPan = event.button !== 0 || event.shiftKey;
    if (this.#points.size > 1) this.#pivot = this.#pivotAt(middleOf(this.#points));
  }

  move(event: PointerEvent): void {
    const former = this.#points.get(event.pointerId);
    if (!former) return;
    const point = { x: event.clientX, y: event.clientY };
    if (this.#points.size > 1) {
      this.#pinch(event.pointerId, point);
      return;
    }
    if (this.#began) {
      if (Math.hypot(point.x - this.#began.x, point.y - this.#began.y) <= pressReach) return;
      this.#pivot = this.#pivotAt(this.#began);
      this.#began = undefined;
    }
    this.#points.set(event.pointerId, point);
    this.#drag(point.x - former.x, point.y - former.y);
  }

  up(event: PointerEvent, isLifted: boolean): void {
    if (!this.#points.delete(event.pointerId)) return;
    const { scene, onPress } = this.#now();
    if (isLifted && this.#began && scene && event.button === 0) onPress(this.#hitAt(this.#began)?.part);
    this.#began = undefined;
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.timeStamp - this.#wheeledAt > wheelRest || !this.#pivot)
      this.#pivot = this.#pivotAt({ x: event.clientX, y: event.clientY });
    this.#wheeledAt = event.timeStamp;
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30);
    this.#show(approached(this.#now().camera, Math.exp(pixels / wheelReach), this.#pivot));
  }

  #drag(right: number, down: number): void {
    const { camera, ratio, mode } = this.#now();
    const { clientWidth: width, clientHeight: height } = this.#element;
    const way = { right: right / width, down: down / height };
    const pivot = this.#pivot ?? this.#middle();
    if (this.#isPan) this.#show(panned(camera, way, distanceTo(camera, pivot), ratio));
    else if (mode === 'walk') this.#show(lookedAround(camera, way, ratio));
    else this.#show(orbitedAbout(camera, { across: way.right * wholeTurn, up: way.down * 120 }, pivot, ratio));
  }

  #pinch(id: number, point: Point): void {
    const { camera, ratio } = this.#now();
    const { clientWidth: width, clientHeight: height } = this.#element;
    const [formerMiddle, formerSpan] = [middleOf(this.#points), spanOf(this.#points)];
    this.#points.set(id, point);
    const middle = middleOf(this.#points);
    const pivot = this.#pivot ?? this.#middle();
    const way = { right: (middle.x - formerMiddle.x) / width, down: (middle.y - formerMiddle.y) / height };
    const aside = panned(camera, way, distanceTo(camera, pivot), ratio);
    this.#show(approached(aside, formerSpan / Math.max(1, spanOf(this.#points)), pivot));
  }

  /** A walker stays on the floor. */
  #show(camera: BuildingCamera): void {
    const now = this.#now();
    const { mode, scene, onCamera } = now;
    // Another move may come before the page has taken this one over.
    now.camera = mode === 'walk' && scene ? { ...camera, y: scene.eyeHeightAt(camera) } : camera;
    onCamera(now.camera);
  }

  #hitAt({ x, y }: Point) {
    const box = this.#element.getBoundingClientRect();
    return this.#now().scene?.hitAt((x - box.left) / box.width, (y - box.top) / box.height);
  }

  #pivotAt = (point: Point): WorldPoint => this.#hitAt(point)?.point ?? this.#middle();

  #middle(): WorldPoint {
    const box = this.#now().scene?.building.box;
    if (!box) return { x: 0, y: 0, z: 0 };
    return { x: (box.min.x + box.max.x) / 2, y: (box.min.y + box.max.y) / 2, z: (box.min.z + box.max.z) / 2 };
  }
}

const distanceTo = (camera: BuildingCamera, { x, y, z }: WorldPoint): number =>
  Math.max(0.5, Math.hypot(camera.x - x, camera.y - y, camera.z - z));

function middleOf(points: ReadonlyMap<number, Point>): Point {
  const all = [...points.values()];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { x: mean(all.map(({ x }) => x)), y: mean(all.map(({ y }) => y)) };
}

function spanOf(points: ReadonlyMap<number, Point>): number {
  const [one, other] = [...points.values()];
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 1;
}
