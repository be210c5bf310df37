import type { ModelFileView, ModelOverview, ModelSlotId } from '#shared/contract/model-desk';
import { statusWords } from '../../ui/status-words.tsx';

export const modelsPath = '/models';
/** What a change of models renews. */
export const modelChanges = ['models', 'engines'];

/** What a slot is for and who asks it; the order is that of the page. */
export const slotWords: Record<ModelSlotId, { title: string; serves: string }> = {
  inpaint: { title: '补全', serves: '消除、去除、扩图、局部渲染的移除' },
  upscale: { title: '放大', serves: '高清放大、超清修复' },
  matte: { title: '抠图', serves: '智能抠图' },
  segment: { title: '点选', serves: '蒙版编辑器的点选与框选' },
  depth: { title: '深度', serves: '氛围转换里雾与空气的远近' },
  lines: { title: '线条', serves: '转线稿的轮廓、CAD 与蓝图' },
  semantic: { title: '场景', serves: '天空、地面、植物等的识别' },
};

export const slotChoices = Object.entries(slotWords).map(([value, { title }]) => ({ value, label: title }));

export const fileState = statusWords<ModelFileView['state']>({
  used: ['使用中', 'success'],
  ready: ['可以使用', 'quiet'],
  failed: ['试运行未通过', 'danger'],
  broken: ['不能使用', 'danger'],
  undecided: ['待选择用途', 'warning'],
  part: ['解码器', 'quiet'],
});

export const useWords: Record<ModelFileView['use'], string> = {
  commercial: '可商用',
  research: '仅供研究',
  unknown: '许可未知',
};

export const knownByWords: Record<NonNullable<ModelFileView['knownBy']>, string> = {
  checksum: '校验值',
  sidecar: '旁边的说明文件',
  signature: '输入与输出',
  name: '文件名',
};

export const breakdownWords: Record<ModelOverview['breakdowns'][number]['why'], string> = {
  memory: '占用内存超过上限',
  time: '一次运行太久',
  crash: '意外退出',
};

/** `92.6 MB`, `1.2 GB`. */
export function sizeWords(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e5 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} KB`;
}
