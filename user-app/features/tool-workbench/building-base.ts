import { buildingAccept } from '#shared/domain/building-formats';
import { uploadAccept } from '#shared/domain/upload-formats';
import type { DefinedTool } from '#shared/tools/define-tool';
import { tools } from '#shared/tools/registry';
import { isArchive, isBuildingFile } from '@/features/building/door';
import { pictureFieldOf } from './field-rules';

/** Tools whose base picture can be a view of a building model. */
export const buildingTools: readonly DefinedTool[] = tools.filter((tool: DefinedTool) => tool.takesBuilding);

/** True for the field of a tool in which a view of a building model can stand. */
export function takesBuilding(tool: DefinedTool, name: string): boolean {
  return tool.takesBuilding !== undefined && pictureFieldOf(tool)?.[0] === name;
}

/** For `accept=` of a field. */
export function acceptOf(tool: DefinedTool, name: string): string {
  return takesBuilding(tool, name) ? `${uploadAccept},${buildingAccept}` : uploadAccept;
}

/** The sentence with which a field of pictures refuses a building model; undefined for any other file. */
export function buildingRefusal(tool: DefinedTool, name: string, file: File): string | undefined {
  if (!isBuildingFile(file) || isArchive(file) || takesBuilding(tool, name)) return undefined;
  return tool.takesBuilding
    ? '这是建筑模型，请放到底图；这里只放图片'
    : '这个工具只收图片；要直接渲染建筑模型，用下面的工具';
}
