/** Largest angle between faces that meet in a smooth surface. */
const smoothCosine = Math.cos((35 * Math.PI) / 180);
/** Corners where more faces meet keep the normals of the faces: all pairs of them would take too long. */
const mostFaces = 48;

/**
 * Normals for triangles that have none: at each corner those of the faces around it that look about the same way, by
 * their areas.
 *
 * @param positions three numbers a vertex @param corners three indices of vertices a triangle
 * @returns nine numbers a triangle
 */
export function smoothNormals(positions: Float64Array, corners: Uint32Array): Float32Array {
  const faces = faceNormals(positions, corners);
  const { starts, around } = facesAround(positions.length / 3, corners);
  const normals = new Float32Array(corners.length * 3);
  const sum: [number, number, number] = [0, 0, 0];
  corners.forEach((vertex, corner) => {
    const own = ((corner / 3) | 0) * 4;
    const [from, to] = [starts[vertex]!, starts[vertex + 1]!];
    sum.fill(0);
    if (to - from <= mostFaces) addAlike(sum, faces, own, around.subarray(from, to));
    const isFlat = sum[0] === 0 && sum[1] === 0 && sum[2] === 0;
    for (let axis = 0; axis < 3; axis++) normals[corner * 3 + axis] = isFlat ? faces[own + axis]! : sum[axis]!;
  });
  return normals;
}

/** Adds the normals of those faces that look about as one of them does. */
function addAlike(sum: number[], faces: Float32Array, own: number, around: Uint32Array): void {
  for (const face of around) {
    const at = face * 4;
    const cosine = faces[own]! * faces[at]! + faces[own + 1]! * faces[at + 1]! + faces[own + 2]! * faces[at + 2]!;
    if (cosine >= smoothCosine) for (let axis = 0; axis < 3; axis++) sum[axis]! += faces[at + axis]! * faces[at + 3]!;
  }
}

/** Four numbers a triangle: its normal, of unit length or none, and twice its area. */
function faceNormals(p: Float64Array, corners: Uint32Array): Float32Array {
  const faces = new Float32Array((corners.length / 3) * 4);
  for (let face = 0; face < corners.length / 3; face++) {
    const [a, b, c] = [corners[face * 3]! * 3, corners[face * 3 + 1]! * 3, corners[face * 3 + 2]! * 3];
    const [ax, ay, az] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [bx, by, bz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const doubled = Math.sqrt(x * x + y * y + z * z);
    if (!(doubled > 0)) continue;
    faces.set([x / doubled, y / doubled, z / doubled, doubled], face * 4);
  }
  return faces;
}

/** Faces that meet in each vertex: those of vertex i are `around` from `starts[i]` to `starts[i + 1]`. */
function facesAround(vertices: number, corners: Uint32Array): { starts: Uint32Array; around: Uint32Array } {
  const starts = new Uint32Array(vertices + 1);
  for (const vertex of corners) starts[vertex + 1]!++;
  for (let i = 0; i < vertices; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const around = new Uint32Array(corners.length);
  corners.forEach((vertex, corner) => {
    around[next[vertex]!++] = (corner / 3) | 0;
  });
  return { starts, around };
}
