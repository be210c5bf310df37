/** Programs whose export is told step by step. */
export const exportPrograms = ['SketchUp', 'Revit', 'Rhino', 'Archicad', '3ds Max', 'Blender'] as const;
export type ExportProgram = (typeof exportPrograms)[number];

/** Endings of files that can be read, as they are or in an archive. */
const readEndings = ['ifc', 'glb', 'gltf', 'obj', 'zip'];

/** Endings of files that programs keep models in, with the program where it is one of ours. */
const programOfEnding: Readonly<Record<string, ExportProgram | ''>> = {
  ...{ skp: 'SketchUp', skb: 'SketchUp', rvt: 'Revit', rfa: 'Revit', rte: 'Revit', rft: 'Revit', '3dm': 'Rhino' },
  ...{ pln: 'Archicad', pla: 'Archicad', max: '3ds Max', '3ds': '3ds Max', blend: 'Blender' },
  ...{ fbx: '', dae: '', stl: '', ply: '', step: '', stp: '', iges: '', igs: '', usd: '', usdz: '', c4d: '', mtl: '' },
  ...{ ifczip: '', ifcxml: '', nwd: '', nwc: '' },
};

const endingOf = (name: string) => /\.(\w+)$/.exec(name.toLowerCase().slice(-20))?.[1] ?? '';

/** True for a file that is a building model, or that a program keeps one in, by its name. */
export function isBuildingFile({ name }: Pick<File, 'name'>): boolean {
  const ending = endingOf(name);
  return readEndings.includes(ending) || ending in programOfEnding;
}

/** True for an archive: where pictures are taken too, it is a model only for a tool that takes models. */
export const isArchive = ({ name }: Pick<File, 'name'>): boolean => endingOf(name) === 'zip';

/** The program that a file is of; undefined where its name does not tell. */
export function programOf({ name }: Pick<File, 'name'>): ExportProgram | undefined {
  return programOfEnding[endingOf(name)] || undefined;
}
