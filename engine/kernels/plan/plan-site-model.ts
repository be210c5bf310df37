import type { Size } from '../../base/blur.ts';
import type { Component } from '../../base/components.ts';

export type SiteClass = 'building' | 'road' | 'green' | 'water' | 'paving' | 'parking';

/** A face of the drawing: what lies between its lines, trees not counted. */
export interface SiteFace extends Component {
  /** The figure (connected lines) it lies in; nothing for what reaches the picture's border. */
  figure: number | undefined;
  /** Figures that lie in it. */
  figures: number[];
  /** Its area with everything that lies in it, pixels. */
  filled: number;
  kind: SiteClass;
  /** The larger face that this one, cut off by trees, belongs to. */
  host?: number;
}

/** Lines that hang together, e.g. the outline of a building with its ridges. */
export interface SiteFigure extends Component {
  /** The face around it. */
  parent: number | undefined;
  faces: number[];
  filled: number;
  /** Width of its outer line, pixels. */
  stroke: number;
}

export interface SiteRegions {
  faces: SiteFace[];
  figures: SiteFigure[];
  /** Place in `faces`, spread under lines and trees. */
  faceOf: Int32Array;
  /** 1 on dashes of roads. */
  isDash: Uint8Array;
  /** 1 on the discs of trees. */
  isTree: Uint8Array;
  /** Faces that are facets of a pitched roof: place → 0–1, how much light they get. */
  facets: Map<number, number>;
}

/** Input of the classification, and the faces it changes. */
export interface SiteContext {
  faces: SiteFace[];
  figures: SiteFigure[];
  faceOf: Int32Array;
  labels: Int32Array;
  size: Size;
  /** A thousandth of the longer side, pixels. */
  unit: number;
  /** Pixels of the picture. */
  sheet: number;
  thin: number;
}
