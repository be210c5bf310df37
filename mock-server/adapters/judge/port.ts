import type { BuildingView } from '#shared/domain/building-view';
import type { ChangeArea, Measured } from '#shared/domain/judgement';
import type { FollowedColours, WishedChange } from '#shared/tools/define-tool';

/** The judge of results: measures a finished picture beside the base it was made from, whoever made it. */
export interface ResultJudge {
  /** Stable name, e.g. `embedded`. */
  readonly name: string;
  /**
   * Measures one output, apart from the thread that answers requests; the same question gives the same answer. Rejects
   * with `signal.reason` (aborted) or any other error (it could not be judged, which says nothing of the result).
   */
  judge(question: JudgeQuestion, signal: AbortSignal): Promise<OutputJudgement>;
  /** Ends work under way and releases threads. */
  close(): Promise<void>;
}

export interface JudgeQuestion {
  /** Absolute path of the output; never written to. */
  result: string;
  /** Existing folder for the files that judging makes; their names begin with `name`. */
  folder: string;
  name: string;
  /** Absolute path and size of the base, pixels. */
  base: { file: string; width: number; height: number };
  /** The part of the base that the output shows, pixels of the base; the whole when absent. */
  part?: { left: number; top: number; width: number; height: number } | undefined;
  /** The model that the base is a quick picture of and the output another one; only its own lines are judged. */
  model?: { model: string; view: BuildingView } | undefined;
  /** Absolute path of a mask of the base's size: only chosen pixels were to change. */
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
  /** Change that was asked for, by which is measured that the wish took effect. */
  wish?: WishedChange | undefined;
  /** True for pictures of which one thing was cut out. */
  isCutout: boolean;
  /** Size that the output is brought to, in the frame of the base; it stays as it is when absent. */
  frame?: { width: number; height: number } | undefined;
  /**
   * Slow changes that an output takes over from the base when it is brought there. With `isSkyNew` the sky keeps its own;
   * where nobody can tell the sky, nothing follows then.
   */
  follows?: FollowedColours | undefined;
}

/** A file that judging made, absolute path and size, pixels. */
export interface JudgedFile {
  file: string;
  width: number;
  height: number;
}

export interface OutputJudgement {
  measured: Measured;
  areas: ChangeArea[];
  /** PNG whose opacity says how many lines are broken at a place; absent where lines are not judged. */
  heat?: JudgedFile;
  /** PNG of the output in the frame of the base; absent where it lay there already. */
  brought?: JudgedFile;
}
