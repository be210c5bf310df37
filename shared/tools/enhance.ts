import { defineTool } from './define-tool.ts';
import { choiceField, engineField, imagesField, named, numberField, sliderField, switchField } from './field.ts';
import { basePicture, percent, prompt, run } from './shared-fields.ts';

/** Editing tools that work on a whole picture without changing what it shows. */
export const realUpImg = defineTool({
  id: 'realUpImg',
  paths: ['/realUpImg'],
  title: '细节增强放大',
  summary: '放大，并补充材质细节',
  group: 'edit',
  ticket: { kind: 'normal', cost: 2 },
  fields: {
    ...basePicture,
    scale: choiceField('倍数', {
      options: [
        { value: 2, label: '2×' },
        { value: 4, label: '4×' },
      ],
      default: 2,
      editor: 'segmented',
      help: '输出最长边不超过 8192 像素',
    }),
    creativity: percent('创意度', 20),
    similarity: percent('相似度', 80),
    detail: percent('细节', 50),
    target: choiceField('优化对象', {
      options: named({ exterior: '建筑外观', interior: '室内', landscape: '景观', drawing: '图纸' }),
      default: 'exterior',
    }),
    ...prompt,
    ...run,
  },
  outputs: 1,
  keeps: {
    what: 'lines',
    colours: 'apart',
    follows: () => ({ what: 'colours and light', isSkyNew: false }),
    wish: 'clearer',
  },
  price: ({ scale }) => scale,
  sample: { before: 'villa-dusk', bases: ['shopping-street', 'villa-dusk', 'living-room'] },
  keywords: ['高清', '超分', '放大', '细节', '4K', '补细节'],
});

export const upScaleImg = defineTool({
  id: 'upScaleImg',
  paths: ['/upScaleImg'],
  title: '清晰度提升',
  summary: '忠实放大、降噪和锐化，不改动内容',
  group: 'edit',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    scale: choiceField('倍数', {
      options: [
        { value: 1, label: '1×' },
        { value: 2, label: '2×' },
        { value: 4, label: '4×' },
      ],
      default: 2,
      editor: 'segmented',
    }),
    denoise: percent('降噪', 20),
    sharpen: percent('锐化', 40),
    isLineTextFirst: switchField('适合线稿和文字', { default: false }),
    engine: engineField(),
  },
  outputs: 1,
  keeps: {
    what: 'lines',
    colours: 'apart',
    follows: () => ({ what: 'colours and light', isSkyNew: false }),
    wish: 'clearer',
  },
  price: ({ scale }) => (scale === 4 ? 2 : 1),
  sample: { before: 'office-street', bases: ['office-street', 'hotel', 'lobby'] },
  keywords: ['高清', '超分', '放大', '降噪', '锐化', '模糊', '清晰'],
});

export const compress = defineTool({
  id: 'compress',
  paths: ['/compress'],
  title: '无损压缩',
  summary: '最多 20 张一起压缩，逐像素验证无损',
  group: 'edit',
  ticket: { kind: 'normal', cost: 0 },
  fields: {
    images: imagesField('图片', { min: 1, max: 20, message: '请先上传图片' }),
    format: choiceField('格式', {
      options: named({ keep: '保持', jpg: 'JPG', png: 'PNG', webp: 'WebP' }),
      default: 'keep',
    }),
    mode: choiceField('模式', {
      options: named({ lossless: '无损', visual: '视觉无损' }),
      default: 'lossless',
      editor: 'segmented',
    }),
    quality: sliderField('质量', {
      min: 60,
      max: 100,
      default: 90,
      visibleWhen: { field: 'mode', is: ['visual'] },
    }),
    maxSide: numberField('最大边', { min: 0, max: 8192, default: 0, unit: 'px', help: '0 表示不限' }),
    isMetadataKept: switchField('保留元数据', { default: false, help: 'AI 标识始终保留' }),
    engine: engineField(),
  },
  outputs: ({ images }) => images?.length ?? 0,
  check: ({ maxSide }) =>
    maxSide > 0 && maxSide < 256 ? { field: 'maxSide', message: '最大边至少256像素，0表示不限' } : undefined,
  isResultOwn: true,
  sample: { before: 'villa-day', bases: ['housing', 'villa-day', 'landscape'] },
  keywords: ['压缩', '减小体积', '转格式', '批量', 'WebP'],
});

export const enhanceTools = [realUpImg, upScaleImg, compress] as const;
