import { type FlatMesh, IFCPRODUCT, type PlacedGeometry } from 'web-ifc';
import { linearOf } from '../../base/srgb.ts';
import type { LeftOut } from '../../kernels/building/building-mesh.ts';
import type { FileContent } from '../file-content.ts';
import { MeshCollector } from '../mesh-collector.ts';
import { IfcFile, nameOf, refusing } from './ifc-file.ts';
import { type IfcMaterials, materialsOf } from './ifc-materials.ts';
import { type IfcStructure, northOf, positionOf, structureOf } from './ifc-structure.ts';
import { checkIfcText } from './ifc-text.ts';
import { unitsOf } from './ifc-units.ts';

const roomReason = '房间体积只用来读取房间名称和面积，不绘制。';
const openingReason = '洞口已经从墙和楼板中扣除，不单独绘制。';
const drawingReason = '标注、轴网等图面元素不是建筑实体，不绘制。';
const emptyReason = '这类构件没有读出几何形状。';

/** Kinds of parts that are no solid thing, with the sentence that says so. */
const notDrawn: Readonly<Record<string, string>> = {
  IfcSpace: roomReason,
  IfcSpatialZone: roomReason,
  IfcExternalSpatialElement: roomReason,
  IfcOpeningElement: openingReason,
  IfcOpeningStandardCase: openingReason,
  IfcVoidingFeature: openingReason,
  IfcAnnotation: drawingReason,
  IfcGrid: drawingReason,
  IfcVirtualElement: drawingReason,
  IfcPort: drawingReason,
  IfcDistributionPort: drawingReason,
  IfcStructuralCurveMember: drawingReason,
  IfcStructuralSurfaceMember: drawingReason,
  IfcStructuralPointConnection: drawingReason,
};

/** Reads an IFC file: metres with y up, as its units say. */
export async function readIfc(bytes: Uint8Array): Promise<FileContent> {
  checkIfcText(bytes);
  const file = await IfcFile.open(bytes);
  try {
    return refusing(() => contentOf(file));
  } finally {
    file.close();
  }
}

function contentOf(file: IfcFile): FileContent {
  const units = unitsOf(file);
  const structure = structureOf(file, units);
  const products = productsOf(file);
  const { collector, drawn } = collect(file, structure, products);
  const position = positionOf(file);
  return {
    collected: collector.collected(),
    frame: {
      metresPerUnit: units.metresPerUnit,
      up: 'z',
      north: northOf(file),
      isApplied: true,
      isMetric: false,
    },
    storeys: structure.storeys,
    rooms: structure.rooms,
    textures: [],
    ...(position && { position }),
    partsFound: products.size,
    leftOut: leftOutOf(products, drawn),
    notes: [],
  };
}

interface Product {
  name: string;
  kind: string;
}

/** Parts that have a shape by the file. */
function productsOf(file: IfcFile): Map<number, Product> {
  const products = new Map<number, Product>();
  for (const id of file.ids(IFCPRODUCT, { withSubclasses: true })) {
    const line = file.line(id);
    if (line?.Representation) products.set(id, { name: nameOf(line), kind: file.kindOf(id) });
  }
  return products;
}

function collect(file: IfcFile, structure: IfcStructure, products: ReadonlyMap<number, Product>) {
  const collector = new MeshCollector();
  const materials = materialsOf(file);
  const drawn = new Set<number>();
  file.api.StreamAllMeshes(file.id, (mesh: FlatMesh) => {
    const product = products.get(mesh.expressID) ?? { name: '', kind: file.kindOf(mesh.expressID) };
    if (notDrawn[product.kind]) return;
    const storey = structure.storeyOf(mesh.expressID);
    const object = collector.object({ ...product, ...(storey !== undefined && { storey }) });
    let triangles = 0;
    for (let i = 0; i < mesh.geometries.size(); i++)
      triangles += addGeometry(
        file,
        collector,
        { product: mesh.expressID, object, geometry: mesh.geometries.get(i) },
        materials,
      );
    if (triangles > 0) drawn.add(mesh.expressID);
  });
  return { collector, drawn };
}

function addGeometry(
  file: IfcFile,
  collector: MeshCollector,
  { product, object, geometry }: { product: number; object: number; geometry: PlacedGeometry },
  materials: IfcMaterials,
): number {
  const { api } = file;
  const shape = api.GetGeometry(file.id, geometry.geometryExpressID);
  const vertices = api.GetVertexArray(shape.GetVertexData(), shape.GetVertexDataSize());
  const indices = api.GetIndexArray(shape.GetIndexData(), shape.GetIndexDataSize());
  shape.delete();
  const { x, y, z, w } = geometry.color;
  const material = collector.material({
    name: materials.nameOf(product, geometry.geometryExpressID),
    colour: [rounded(linearOf(x)), rounded(linearOf(y)), rounded(linearOf(z))],
    opacity: rounded(Math.min(1, Math.max(0, w))),
  });
  return collector.add({
    positions: { array: vertices, stride: 6, offset: 0 },
    normals: { array: vertices, stride: 6, offset: 3 },
    indices,
    matrix: geometry.flatTransformation,
    material,
    object,
  });
}

/** Colours that differ by the noise of their writing are one. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

function leftOutOf(products: ReadonlyMap<number, Product>, drawn: ReadonlySet<number>): LeftOut[] {
  const counts = new Map<string, number>();
  for (const [id, { kind }] of products) if (!drawn.has(id)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => ({ kind, count, reason: notDrawn[kind] ?? emptyReason }))
    .sort((a, b) => b.count - a.count);
}
