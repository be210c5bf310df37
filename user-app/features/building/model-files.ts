import { buildingFormats } from '#shared/domain/building-formats';
import { type ExportProgram, endingOf, foreignBuilding, foreignBuildingOf } from '#shared/domain/foreign-buildings';

/** Endings of files that can be read, as they are or in an archive. */
const readEndings: readonly string[] = [...buildingFormats, 'zip'];

/** True for a file that is a building model, or that a program keeps one in, by its name. */
export function isBuildingFile({ name }: Pick<File, 'name'>): boolean {
  const foreign = foreignBuildingOf(name);
  return readEndings.includes(endingOf(name)) || (foreign !== undefined && !foreignBuilding(foreign).isPart);
}

/** True for an archive: where pictures are taken too, it is a model only for a tool that takes models. */
export const isArchive = ({ name }: Pick<File, 'name'>): boolean => endingOf(name) === 'zip';

/** The program that a file is of; undefined where its name does not tell. */
export function programOf({ name }: Pick<File, 'name'>): ExportProgram | undefined {
  const foreign = foreignBuildingOf(name);
  return foreign && foreignBuilding(foreign).program;
}
