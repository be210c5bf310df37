/** Jobs of the process that reads building models and draws them; see `engine/building/process.ts`. */
import type { BuildingFormat } from '#shared/domain/building-formats';
import type { BuildingCamera, BuildingPlacement, BuildingView } from '#shared/domain/building-view';
import type { BuildingFacts } from './building-mesh.ts';
import type { FilmPart } from './layers.ts';

/** Reads a model file into a file of our own. */
export interface ReadBuilding {
  kind: 'read';
  /** Absolute path; never written to. */
  file: string;
  /** Name that the person's file has, for its ending and for sentences. */
  name: string;
  /** Absolute path of the file to write, in the format of `building-file.ts`. */
  target: string;
  /** Absolute path of the file to write for viewers, in the format of `engine/building/viewer/write-viewer-file.ts`. */
  viewerTarget: string;
  /** Confirmed by the person; found by the reader when absent. */
  placement?: BuildingPlacement;
}

/** Draws a model that was read. */
export interface DrawBuilding {
  kind: 'draw';
  /** Absolute path of a file that {@link ReadBuilding} wrote. */
  model: string;
  view: BuildingView;
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Absolute path of the JPG or PNG to write, by its ending. */
  target: string;
}

/** Writes the layers of a view of a model that was read. */
export interface LayerBuilding {
  kind: 'layers';
  /** Absolute path of a file that {@link ReadBuilding} wrote. */
  model: string;
  view: Pick<BuildingView, 'camera'>;
  /** Pixels of the layers. */
  width: number;
  height: number;
  /** Part that is shown, and the proportion of the whole picture; the whole at the layers' own when absent. */
  part?: FilmPart;
  aspect?: number;
  /** Absolute path of the file to write, in the format of `layer-file.ts`. */
  target: string;
}

export interface ProposedView {
  /** Chinese, e.g. 人视 · 东南. */
  title: string;
  camera: BuildingCamera;
}

/** Model that was read. */
export interface BuildingRead {
  format: BuildingFormat;
  facts: BuildingFacts;
  /** Six good views at most. */
  views: readonly ProposedView[];
}

export type BuildingJob = ReadBuilding | DrawBuilding | LayerBuilding;
/** A refusal is a Chinese sentence with what to do about it: the file is at fault, not we. */
export type BuildingAnswer = { read: BuildingRead } | { drawn: true } | { refusal: string } | { fault: string };
