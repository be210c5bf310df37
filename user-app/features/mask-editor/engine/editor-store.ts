import { type EditorSnapshot, firstSnapshot } from './editor-state';
import { isEmptyRect, type Rect } from './geometry';

/** What an editor shows, and who wants to know of changes. */
export class EditorStore {
  protected snapshot: EditorSnapshot = firstSnapshot;
  readonly #listeners = new Set<() => void>();
  readonly #painters = new Set<(touched: Rect) => void>();

  readonly getSnapshot = (): EditorSnapshot => this.snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `paint` with every part of the mask that changed, picture pixels. */
  onPaint(paint: (touched: Rect) => void): () => void {
    this.#painters.add(paint);
    return () => this.#painters.delete(paint);
  }

  protected set(change: Partial<EditorSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }

  protected paint(part: Rect): void {
    if (!isEmptyRect(part)) for (const paint of this.#painters) paint(part);
  }
}
