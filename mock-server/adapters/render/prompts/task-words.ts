import { readFileSync } from 'node:fs';
import type { DefinedTool } from '#shared/tools/define-tool';
import type { Params } from './form-words.ts';

/** Language of the model that reads the words. */
export type Language = 'zh' | 'en';

/** Task of a tool: as an instruction about the base picture, and as what the result shows. */
interface TaskWords {
  /** Instruction in English; the Chinese one is the tool's own summary. */
  edit: string;
  /** Result in Chinese and English. */
  shows: Readonly<Record<Language, string>>;
  /** Properties that are taken from the reference picture. */
  reference?: Readonly<Record<Language, string>>;
  /** True where only a chosen part is made anew. */
  isLocal?: true;
  /** True where every material and colour stays. */
  areMaterialsKept?: true;
  /** Tools that have the words for a mode of this one. */
  modes?: Readonly<Record<string, string>>;
}

const style = { zh: '风格、材质和氛围', en: 'style, materials and mood' };

const words = JSON.parse(readFileSync(new URL('./tasks.json', import.meta.url), 'utf8')) as Record<string, TaskWords>;

const unknownTask: TaskWords = { edit: '', shows: { zh: '', en: '' } };

function taskOf({ id }: DefinedTool, { mode }: Params): TaskWords {
  const task = words[id] ?? unknownTask;
  return words[task.modes?.[String(mode)] ?? ''] ?? task;
}

/** The result that a tool makes, as a description. */
export const shownBy = (tool: DefinedTool, params: Params, language: Language): string =>
  taskOf(tool, params).shows[language];

/** The task on the base picture, as an instruction. */
export function instructionOf(tool: DefinedTool, params: Params, language: Language): string {
  if (language === 'zh') return `图1是底图，任务是${tool.title}：${tool.summary}`;
  return `picture 1 is the base: ${taskOf(tool, params).edit}`;
}

/** The part that the reference picture plays. */
export function referenceOf(tool: DefinedTool, params: Params, language: Language): string {
  const taken = (taskOf(tool, params).reference ?? style)[language];
  const isStrong = params.ipaPlus !== false;
  if (language === 'zh') return `图2是参考图，${isStrong ? '充分' : '适度'}参考它的${taken}`;
  return `picture 2 is the reference: follow its ${taken} ${isStrong ? 'closely' : 'loosely'}`;
}

/** Similarity from which a structure counts as kept strictly, and from which as kept. */
const strict = 0.85;
const balanced = 0.55;

/** True where the form asks for the very structure of the base. */
export const isStrict = ({ lock, cnStrength }: Params): boolean =>
  lock === true || (typeof cnStrength === 'number' && cnStrength >= strict);

/** Parts of the base picture that must stay, by how much the form asks for. */
export function keptOf(tool: DefinedTool, params: Params, language: Language): string[] {
  const { isLocal, areMaterialsKept } = taskOf(tool, params);
  if (isLocal) return language === 'zh' ? ['选区外保持不变'] : ['keep everything outside the chosen part'];
  const materials = language === 'zh' ? '所有材质和颜色保持不变' : 'keep every material and colour';
  return [structureWords(params)[language], ...(areMaterialsKept ? [materials] : [])];
}

function structureWords(params: Params): Record<Language, string> {
  if (params.lock === true)
    return {
      zh: '锁定主体结构：相机、轮廓、门窗洞口的位置、数量和比例都不变，不增加也不减少构件',
      en: 'lock the structure: camera, outlines, number, place and proportion of all openings stay; add and remove nothing',
    };
  if (isStrict(params))
    return {
      zh: '严格保持相机、轮廓、门窗洞口的位置和比例，不增加也不减少构件',
      en: 'keep camera, outlines and openings strictly; add and remove nothing',
    };
  const similarity = typeof params.cnStrength === 'number' ? params.cnStrength : strict;
  if (similarity >= balanced)
    return {
      zh: '保持相机、轮廓、门窗洞口的位置和比例不变',
      en: 'keep camera, outlines, place and proportion of all openings',
    };
  return { zh: '保持相机和主要体量，细部可以发挥', en: 'keep camera and main masses; details may change' };
}
