/** Files of other programs and formats, which are not read as building models: how to export from each. */

/** Programs whose export is told step by step. */
export const exportPrograms = ['SketchUp', 'Revit', 'Rhino', 'Archicad', '3ds Max', 'Blender'] as const;
export type ExportProgram = (typeof exportPrograms)[number];

interface ForeignBuilding {
  /** Endings of names, in small letters. */
  endings: readonly string[];
  /** A Chinese sentence: what it is, and what to do. */
  advice: string;
  program?: ExportProgram;
  /** True for files that are no building models by themselves. */
  isPart?: true;
}

export const foreignBuildings = {
  sketchup: {
    program: 'SketchUp',
    endings: ['skp', 'skb', 'layout'],
    advice:
      '这是 SketchUp 模型：请在 SketchUp 里用“文件 › 导出 › 三维模型”存成 GLB 或 IFC 后再上传；旧版存成 OBJ，连同贴图压缩成 ZIP',
  },
  revit: {
    program: 'Revit',
    endings: ['rvt', 'rfa', 'rte', 'rft'],
    advice: '这是 Revit 文件：请在 Revit 里打开三维视图，用“文件 › 导出 › IFC”存成 IFC 后再上传',
  },
  rhino: {
    program: 'Rhino',
    endings: ['3dm', 'gh', 'ghx'],
    advice: '这是 Rhino 模型：请在 Rhino 里用“文件 › 导出选取的物件”存成 GLB，或存成 OBJ 连同材质压缩成 ZIP 后再上传',
  },
  archicad: {
    program: 'Archicad',
    endings: ['pln', 'pla', 'tpl', 'gsm'],
    advice: '这是 Archicad 文件：请在 Archicad 里打开三维窗口，用“文件 › 另存为”存成 IFC 后再上传',
  },
  max: {
    program: '3ds Max',
    endings: ['max', '3ds'],
    advice: '这是 3ds Max 场景：请在 3ds Max 里用“文件 › 导出”存成 GLB，或存成 OBJ 连同 MTL 和贴图压缩成 ZIP 后再上传',
  },
  blender: {
    program: 'Blender',
    endings: ['blend'],
    advice: '这是 Blender 文件：请在 Blender 里用“文件 › 导出 › glTF 2.0”存成 GLB 后再上传',
  },
  drawing: {
    endings: ['dwg', 'dxf', 'dwt', 'dgn'],
    advice: '这是 CAD 图纸：请在建模软件里把三维模型导出成 IFC、GLB 或 OBJ 后再上传；平面图可以打印成 PDF 作为底图',
    isPart: true,
  },
  gltfAlone: {
    endings: ['gltf', 'bin'],
    advice: 'glTF 的几何与贴图在别的文件里：请把它们一起压缩成 ZIP 再上传，或导出成一个 GLB',
    isPart: true,
  },
  materials: { endings: ['mtl'], advice: '这是 OBJ 的材质文件：请和 OBJ、贴图一起压缩成 ZIP 再上传' },
  mesh: {
    endings: [
      ...['fbx', 'dae', 'stl', 'ply', 'usd', 'usdz', 'c4d', 'ma', 'mb'],
      ...['step', 'stp', 'igs', 'iges', 'nwd', 'nwc'],
    ],
    advice: '这种模型还不能读取：请在建模软件里导出成 GLB、IFC 或 OBJ 后再上传',
  },
  otherArchive: {
    endings: ['rar', '7z', 'tar', 'gz'],
    advice: '这种压缩包不能读取：请改用 ZIP 压缩后再上传',
    isPart: true,
  },
  otherIfc: {
    endings: ['ifczip', 'ifcxml'],
    advice: '这种 IFC 不能读取：请导出成普通的 IFC 文件（.ifc）后再上传',
  },
} as const satisfies Record<string, ForeignBuilding>;

export type ForeignBuildingName = keyof typeof foreignBuildings;

const entries = Object.entries(foreignBuildings) as ReadonlyArray<[ForeignBuildingName, ForeignBuilding]>;
const nameOfEnding = new Map(entries.flatMap(([name, { endings }]) => endings.map((ending) => [ending, name])));

/** Ending of a file's name in small letters; empty without one. */
export const endingOf = (fileName: string): string => /\.(\w+)$/.exec(fileName.toLowerCase().slice(-20))?.[1] ?? '';

/** Entry of {@link foreignBuildings} that a file belongs to by the ending of its name; undefined for all others. */
export const foreignBuildingOf = (fileName: string): ForeignBuildingName | undefined =>
  nameOfEnding.get(endingOf(fileName));

/** {@link foreignBuildings} by its name, with what only some of them have. */
export const foreignBuilding = (name: ForeignBuildingName): ForeignBuilding => foreignBuildings[name];
