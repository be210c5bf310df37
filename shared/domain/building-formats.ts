/**
 * Formats of building models, recognised by their first bytes and, where these tell nothing, by the ending of the name.
 * Browser and server ask here, so both say the same.
 */

export const buildingFormats = ['ifc', 'glb', 'gltf', 'obj'] as const;
/** Format of a building model; `gltf` and `obj` with their materials and pictures come as a ZIP archive. */
export type BuildingFormat = (typeof buildingFormats)[number];

/** Accepted files, as named in the refusal of an unknown one. */
export const buildingFormatsText = 'IFC、GLB、OBJ 模型，或装着 glTF、OBJ 及其材质和贴图的 ZIP';

/** For `accept=`. */
export const buildingAccept = '.ifc,.glb,.obj,.zip';

/** Number of first bytes that {@link recogniseBuilding} needs; fewer do when the file has no more. */
export const recognisedBuildingBytes = 1024;

const exportAdvice: ReadonlyArray<[endings: readonly string[], advice: string]> = [
  [['skp', 'skb', 'layout'], '这是 SketchUp 模型：请在 SketchUp 里用“文件 › 导出 › 三维模型”存成 GLB 或 IFC 后再上传'],
  [['rvt', 'rfa', 'rte', 'rft'], '这是 Revit 文件：请在 Revit 里用“文件 › 导出 › IFC”存成 IFC 后再上传'],
  [['3dm', 'gh', 'ghx'], '这是 Rhino 模型：请在 Rhino 里用“文件 › 导出选取的物件”存成 GLB 或 OBJ 后再上传'],
  [['pln', 'pla'], '这是 Archicad 文件：请在 Archicad 里用“文件 › 另存为”存成 IFC 后再上传'],
  [['max', '3ds'], '这是 3ds Max 场景：请在 3ds Max 里用“文件 › 导出”存成 GLB 或 OBJ 后再上传'],
  [['blend'], '这是 Blender 文件：请在 Blender 里用“文件 › 导出 › glTF 2.0”存成 GLB 后再上传'],
  [
    ['dwg', 'dxf', 'dwt', 'dgn'],
    '这是 CAD 图纸：请在建模软件里把三维模型导出成 IFC、GLB 或 OBJ 后再上传；平面图可以打印成 PDF 作为底图',
  ],
  [['gltf', 'bin'], 'glTF 的几何与贴图在别的文件里：请把它们一起压缩成 ZIP 再上传，或导出成一个 GLB'],
  [['mtl'], '这是 OBJ 的材质文件：请和 OBJ、贴图一起压缩成 ZIP 再上传'],
  [
    ['fbx', 'dae', 'stl', 'ply', 'usd', 'usdz', 'c4d', 'ma', 'mb', 'step', 'stp', 'igs', 'iges', 'nwd', 'nwc'],
    '这种模型还不能读取：请在建模软件里导出成 GLB、IFC 或 OBJ 后再上传',
  ],
  [['rar', '7z', 'tar', 'gz'], '这种压缩包不能读取：请改用 ZIP 压缩后再上传'],
  [['ifczip', 'ifcxml'], '这种 IFC 不能读取：请导出成普通的 IFC 文件（.ifc）后再上传'],
];

/** Format of a file; absent for an archive, whose contents tell. `advice` is the sentence that refuses it. */
export type RecognisedBuilding = { format?: BuildingFormat } | { advice: string } | null;

/** Recognises a building model by its first {@link recognisedBuildingBytes} and its name; null for anything else. */
export function recogniseBuilding(head: Uint8Array, name = ''): RecognisedBuilding {
  const ending = /\.(\w+)$/.exec(name.toLowerCase().slice(-20))?.[1] ?? '';
  const advice = exportAdvice.find(([endings]) => endings.includes(ending))?.[1];
  if (advice !== undefined) return { advice };
  const bytes = head.subarray(0, recognisedBuildingBytes);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  if (text.startsWith('glTF')) return { format: 'glb' };
  if (text.startsWith('PK\x03\x04')) return {};
  if (text.slice(0, 200).includes('ISO-10303-21')) return { format: 'ifc' };
  return ending === 'obj' && bytes.length > 0 && !text.includes('\0') ? { format: 'obj' } : null;
}
