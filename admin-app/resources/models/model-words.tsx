import type { ModelOverview, ModelSlotId } from '#shared/contract/model-desk';
import { modelSlotLabels, modelStateLabels } from '#shared/domain/console-words';
import { statusWords } from '../../ui/status-words.tsx';

/** Resources that are read again after a change of models. */
export const modelChanges = ['models', 'engines'];

/** Title of each slot and the tools that use it; the order is that of the page. */
export const slotWords: Record<ModelSlotId, { title: string; serves: string }> = {
  inpaint: { title: modelSlotLabels.inpaint, serves: '消除、去除、扩图、局部渲染的移除' },
  upscale: { title: modelSlotLabels.upscale, serves: '高清放大、超清修复' },
  matte: { title: modelSlotLabels.matte, serves: '智能抠图' },
  segment: { title: modelSlotLabels.segment, serves: '蒙版编辑器的点选与框选' },
  depth: { title: modelSlotLabels.depth, serves: '氛围转换里雾与空气的远近' },
  lines: { title: modelSlotLabels.lines, serves: '转线稿的轮廓、CAD 与蓝图' },
  semantic: { title: modelSlotLabels.semantic, serves: '天空、地面、植物等的识别' },
};

export const slotChoices = Object.entries(slotWords).map(([value, { title }]) => ({ value, label: title }));

export const fileState = statusWords(modelStateLabels, {
  used: 'success',
  ready: 'quiet',
  failed: 'danger',
  broken: 'danger',
  undecided: 'warning',
  part: 'quiet',
});

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
