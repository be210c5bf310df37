import { IFCRELASSOCIATESMATERIAL, IFCRELDEFINESBYTYPE, IFCSTYLEDITEM } from 'web-ifc';
import { type IfcFile, type IfcLine, idsIn, nameOf } from './ifc-file.ts';

/** Names that programs give to colours of no material. */
const meaningless =
  /^(?:default\b.*|pen_material.*|solid|standard|unnamed|none|<.*>|[\d\s.,;_#-]*|.*gradient fill.*)$/i;
const mostStyles = 500_000;
const deepest = 6;

export interface IfcMaterials {
  /**
   * Name of the material of a geometry: the one of its surface where it has a telling one, or those of its part, joined
   * by `+` in the order of layers.
   */
  nameOf: (product: number, geometry: number) => string;
}

export function materialsOf(file: IfcFile): IfcMaterials {
  const styles = styleNames(file);
  const parts = partMaterials(file);
  return {
    nameOf: (product, geometry) => {
      const style = styles.get(geometry) ?? '';
      const part = parts.get(product) ?? '';
      if (style && !meaningless.test(style)) return style;
      return part || style;
    },
  };
}

/** Names of surfaces by their geometries. */
function styleNames(file: IfcFile): Map<number, string> {
  const names = new Map<number, string>();
  for (const id of file.ids(IFCSTYLEDITEM).slice(0, mostStyles)) {
    const line = file.line(id);
    const item = line?.Item?.value;
    const name = idsIn(line?.Styles)
      .map((style) => surfaceName(file, file.line(style)))
      .find((found) => found !== '');
    if (typeof item === 'number' && name)
      for (const geometry of [item, ...shellsOf(file, item)]) names.set(geometry, name);
  }
  return names;
}

/** Of a style itself, or of the first in an assignment as IFC2x3 has them. */
function surfaceName(file: IfcFile, style: IfcLine): string {
  const assigned = idsIn(style?.Styles);
  // Those of a surface are how it is rendered, which has no name.
  const inner =
    style?.Side === undefined ? assigned.map((id) => nameOf(file.line(id))).find((name) => name !== '') : '';
  return nameOf(style) || inner || '';
}

/** A surface model is drawn shell by shell, under the ids of the shells. */
function shellsOf(file: IfcFile, item: number): number[] {
  const kind = file.kindOf(item);
  if (kind !== 'IfcFaceBasedSurfaceModel' && kind !== 'IfcShellBasedSurfaceModel') return [];
  const line = file.line(item);
  return [...idsIn(line?.FbsmFaces), ...idsIn(line?.SbsmBoundary)];
}

/** Names by part; a part without a material has its type's. */
function partMaterials(file: IfcFile): Map<number, string> {
  const names = new Map<number, string>();
  for (const id of file.ids(IFCRELASSOCIATESMATERIAL)) {
    const line = file.line(id);
    const name = materialName(file, line?.RelatingMaterial, 0);
    if (name) for (const part of idsIn(line?.RelatedObjects)) names.set(part, name);
  }
  for (const id of file.ids(IFCRELDEFINESBYTYPE)) {
    const line = file.line(id);
    const name = names.get(line?.RelatingType?.value);
    if (name) for (const part of idsIn(line?.RelatedObjects)) if (!names.has(part)) names.set(part, name);
  }
  return names;
}

function materialName(file: IfcFile, value: IfcLine, depth: number): string {
  const line = depth < deepest ? file.follow(value) : undefined;
  if (!line) return '';
  const inside = line.ForLayerSet ?? line.ForProfileSet ?? line.Material;
  if (inside) return materialName(file, inside, depth + 1);
  const list = line.MaterialLayers ?? line.Materials ?? line.MaterialConstituents ?? line.MaterialProfiles;
  if (!Array.isArray(list)) return nameOf(line);
  const names = list.slice(0, 12).map((entry) => materialName(file, entry, depth + 1));
  return names.filter((name) => name !== '').join('+');
}
