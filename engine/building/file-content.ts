import type {
  BuildingFacts,
  BuildingRoom,
  BuildingStorey,
  BuildingTexture,
  LeftOut,
} from '../kernels/building/building-mesh.ts';
import type { Collected } from './mesh-collector.ts';
import type { FileFrame } from './placement.ts';

/** Content of a file of any format, in the coordinates that its triangles were collected in. */
export interface FileContent {
  collected: Collected;
  frame: FileFrame;
  /** Elevations along the axis that points up. */
  storeys: BuildingStorey[];
  rooms: BuildingRoom[];
  textures: BuildingTexture[];
  position?: BuildingFacts['position'];
  /** Parts with a geometry. */
  partsFound: number;
  leftOut: LeftOut[];
  /** Chinese sentences. */
  notes: string[];
}
