/** Facts about a building model that stand in the extras of the scene of its viewer file, under `building`. */
export interface ViewerBuilding {
  /** Height of the ground about the building, metres. */
  ground: number;
  /** True when the model brings the ground about it along. */
  hasOwnGround: boolean;
  /** Classes of IFC that parts have; the empty one where the format has none. */
  kinds: string[];
  /** By their numbers: name, index in `kinds`, and index of the storey in the facts of the model where it has one. */
  parts: Array<readonly [name: string, kind: number, storey?: number]>;
}
