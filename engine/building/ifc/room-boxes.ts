import { type FlatMesh, IFCSPACE } from 'web-ifc';
import type { Box } from '../normalise.ts';
import type { IfcFile } from './ifc-file.ts';

/** Boxes of the spaces that have a shape, by their ids; metres with y up, as the geometry of the file is read. */
export function roomBoxes(file: IfcFile): Map<number, Box> {
  const boxes = new Map<number, Box>();
  try {
    file.api.StreamAllMeshesWithTypes(file.id, [IFCSPACE], (mesh: FlatMesh) => {
      const box: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let i = 0; i < mesh.geometries.size(); i++) {
        const { geometryExpressID, flatTransformation } = mesh.geometries.get(i);
        grow(box, verticesOf(file, geometryExpressID), flatTransformation);
      }
      if (box.every(Number.isFinite)) boxes.set(mesh.expressID, box);
    });
  } catch {
    // Rooms without a box keep their names and areas.
  }
  return boxes;
}

function verticesOf({ api, id }: IfcFile, geometry: number): Float32Array {
  const shape = api.GetGeometry(id, geometry);
  const vertices = api.GetVertexArray(shape.GetVertexData(), shape.GetVertexDataSize());
  shape.delete();
  return vertices;
}

/** @param vertices six numbers each, the place first @param matrix sixteen numbers, column by column */
function grow(box: Box, vertices: Float32Array, matrix: readonly number[]): void {
  for (let at = 0; at + 2 < vertices.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      const value =
        matrix[axis]! * vertices[at]! +
        matrix[4 + axis]! * vertices[at + 1]! +
        matrix[8 + axis]! * vertices[at + 2]! +
        matrix[12 + axis]!;
      if (value < box[axis]!) box[axis] = value;
      if (value > box[axis + 3]!) box[axis + 3] = value;
    }
  }
}
