import type { BuildingView } from '#shared/domain/building-view';
import type { Size } from '../base/blur.ts';
import type { PicturePart } from './compared.ts';
import type { Following } from './follow-base.ts';

/** A view of a building model. */
export interface ModelView {
  /** Absolute path of the model as it was read; never written to. */
  model: string;
  view: BuildingView;
}

/** A finished output and what is to be held against it. Files are absolute paths. */
export interface OutputQuestion {
  /** File of the output; never written to. */
  result: string;
  /** Folder for the files that judging makes; their names begin with `name`. */
  folder: string;
  name: string;
  base: { file: string; width: number; height: number };
  /** The part of the base that the output shows, pixels of the base; the whole when absent. */
  part?: PicturePart | undefined;
  /** The model that the base is a quick picture of and the output another one; only its own lines are judged. */
  model?: ModelView | undefined;
  /** File of a mask of the base's size: only chosen pixels were to change. */
  mask?: string | undefined;
  /** True where the colours are not the base's to compare. */
  areColoursApart: boolean;
  /** True where things were asked for, so that new lines do not count. */
  expectsNew: boolean;
  /**
   * Kinds of things that base and output are held against each other by: `leaps` those that became something else,
   * `reader` also how much of the base nobody is sure of, for outputs that were painted by such a reading.
   */
  things?: 'leaps' | 'reader' | undefined;
  /**
   * Change that was asked for, by which is measured that the wish took effect: `surfaces` made anew, another `mood`,
   * the same picture `clearer`.
   */
  wish?: 'surfaces' | 'mood' | 'clearer' | undefined;
  /** True for pictures of which one thing was cut out. */
  isCutout: boolean;
  /** Size that the output is brought to, in the frame of the base; it stays as it is when absent. */
  frame?: Size | undefined;
  /**
   * Slow changes that an output takes over from the base when it is brought there: those of the tool's promise. With
   * `isSkyNew` the sky keeps its own; where nobody can tell the sky, nothing follows then.
   */
  follows?: { what: Following['what']; isSkyNew: boolean } | undefined;
}
