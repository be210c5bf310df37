import { type ForeignBuildingName, foreignBuildings } from '#shared/domain/foreign-buildings';

/** Sentences of files that are not read, with what to do about it. `[name]` stands for a detail. */
export const buildingRefusals = {
  ...adviceOf(foreignBuildings),
  empty: '文件是空的，请在建模软件中重新导出后上传。',
  unknown: '认不出这个文件的格式。请上传 IFC、GLB，或把 OBJ、glTF 连同材质和贴图打包成 ZIP。',
  damaged: '文件已损坏或不完整，请在建模软件中重新导出后上传。',
  cut: '文件不完整（末尾缺失），可能上传或导出时中断，请重新导出后上传。',
  tooMuch: '文件里声明的数据量与文件大小不符，文件可能已损坏，请重新导出后上传。',
  noTriangles: '文件里没有可以绘制的面（只有线、点或空图层）。请确认导出时选中了实体或曲面。',
  tooManyTriangles: '模型超过 [limit] 万个三角形。请减面，或隐藏家具、植物等细节后再导出。',
  tooManyMaterials: '模型的材质超过 65535 种。请在建模软件中清理重复材质后再导出。',
  tooLarge: '模型跨度超过 20 公里，可能有远离主体的杂散构件。请删去它们或把模型移到原点附近后再导出。',
  step: '这是 STEP 格式的零件文件，不是 IFC 建筑模型。请导出为 IFC 或 GLB。',
  ifcSchema: '这个 IFC 的版本是「[schema]」，目前能读 IFC2x3、IFC4 和 IFC4.3。请换一个版本导出。',
  glbOutside: '这个 GLB 引用了外部文件，无法读取。请在导出时选择把缓冲与贴图嵌入 GLB。',
  gltfVersion: '这是 glTF 1.0 文件，目前只读 glTF 2.0。请用新版软件重新导出。',
  gltfMissing: 'ZIP 里缺少模型所需的文件「[name]」，请补上后重新打包。',
  gltfExtension: '模型使用了读不了的压缩方式「[name]」。请导出时关闭压缩，或改用 Draco、Meshopt。',
  zipEncrypted: 'ZIP 设有密码，无法打开。请去掉密码后重新打包。',
  zipDamaged: 'ZIP 已损坏或不完整，请重新打包后上传。',
  zipNested: 'ZIP 里面还是压缩包。请把模型、材质和贴图直接放进一个 ZIP。',
  zipEmpty: 'ZIP 里没有找到模型。请放入一个 .obj、.gltf、.glb 或 .ifc 文件及其材质、贴图。',
  zipSeveral: 'ZIP 里有多个模型文件（「[first]」「[second]」等）。请每次只放一个。',
  zipTooLarge: 'ZIP 解开后太大。请减小贴图尺寸，或分开上传模型。',
  zipPath: 'ZIP 里的文件路径不正常，为安全起见没有读取。请重新打包后上传。',
  objReference: 'OBJ 文件第 [line] 行引用了不存在的顶点，文件可能已损坏，请重新导出。',
  picture: '这是图片，不是三维模型。图片请直接作为底图上传。',
  document: '这是文档，不是三维模型。请上传 IFC、GLB，或打包成 ZIP 的 OBJ、glTF。',
} as const;

function adviceOf(foreign: typeof foreignBuildings): Record<ForeignBuildingName, string> {
  return Object.fromEntries(Object.entries(foreign).map(([name, { advice }]) => [name, advice])) as Record<
    ForeignBuildingName,
    string
  >;
}

export type BuildingRefusal = keyof typeof buildingRefusals;

/** A file that is not read as a building model, and is itself at fault. */
export class BuildingFileRefused extends Error {
  override readonly name = 'BuildingFileRefused';
  readonly reason: BuildingRefusal;
  /** Chinese, for the person. */
  readonly sentence: string;

  /** @param details by their names in brackets; long ones are shortened */
  constructor(reason: BuildingRefusal, details: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    const sentence = buildingRefusals[reason].replace(/\[(\w+)\]/g, (_, name: string) =>
      shortened(details[name] ?? ''),
    );
    super(`${reason}: ${sentence}`, { cause });
    this.reason = reason;
    this.sentence = sentence;
  }
}

/** Names of files can be long and hold anything; control characters are left out. */
function shortened(detail: string | number): string {
  const text = [...String(detail).replace(/\p{C}/gu, '')];
  return text.length > 24 ? `${text.slice(0, 23).join('')}…` : text.join('');
}
