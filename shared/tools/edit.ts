import { categoryRoots } from './categories.ts';
import { defineTool } from './define-tool.ts';
import { enhanceTools } from './enhance.ts';
import {
  choiceField,
  colorField,
  imageField,
  maskField,
  multiChoiceField,
  named,
  numberField,
  pointsField,
  presetField,
  sliderField,
  switchField,
} from './field.ts';
import { basePicture, count, mask, percent, plainRatios, prompt, redraw, run } from './shared-fields.ts';

const painted = { ...basePicture, ...mask } as const;
/** The edge pixels of a thing mix its colour with the background's and are hard to paint: the mask grows over them. */
const erased = {
  ...basePicture,
  mask: maskField('修改区域', { grow: 4, help: '选区会自动外扩 4 像素，影子也请涂上' }),
} as const;

export const clean = defineTool({
  id: 'clean',
  paths: ['/clean'],
  title: '消除',
  summary: '涂掉行人、车辆、电线和杂物',
  group: 'edit',
  ticket: { kind: 'normal', cost: 1, freeDaily: 10 },
  fields: {
    ...erased,
    targets: multiChoiceField('快捷', {
      options: named({ people: '人', vehicles: '车', wires: '电线', clutter: '杂物' }),
      default: [],
      help: '告诉我们涂掉的是什么，补得更自然',
    }),
    ...run,
  },
  outputs: 1,
  keeps: { what: 'lines', outside: 'mask' },
  sample: { before: 'office-street', bases: ['office-street', 'housing', 'landscape'] },
  keywords: ['去人', '去车', '擦除', '去杂物', '去水印', '去掉', '擦掉', '删掉', '抹掉', '移除', '行人', '电线'],
});

export const lama = defineTool({
  id: 'lama',
  paths: ['/lama'],
  title: '局部渲染',
  isFullScreen: true,
  summary: '全屏编辑器里消除或重绘任意区域',
  group: 'edit',
  ticket: { kind: 'normal', cost: 1, freeDaily: 10, freeWhen: { field: 'mode', is: 'erase' } },
  fields: {
    ...erased,
    mode: choiceField('模式', {
      options: named({ erase: '消除', redraw: '重绘' }),
      default: 'erase',
      editor: 'segmented',
    }),
    promptTxt: { ...prompt.promptTxt, visibleWhen: { field: 'mode', is: ['redraw'] } },
    strength: { ...redraw.strength, visibleWhen: { field: 'mode', is: ['redraw'] } },
    feather: { ...redraw.feather, visibleWhen: { field: 'mode', is: ['redraw'] } },
    isOutsideKept: redraw.isOutsideKept,
    ...run,
  },
  outputs: 1,
  keeps: { what: 'lines', outside: 'mask', wish: ({ mode }) => (mode === 'redraw' ? 'surfaces' : undefined) },
  check: ({ mode, promptTxt }) =>
    mode === 'redraw' && !promptTxt ? { field: 'promptTxt', message: '请填写创意描述' } : undefined,
  sample: { before: 'office-street', bases: ['guesthouse', 'school', 'villa-day'] },
  startsFrom: ['photo'],
  keywords: ['局部', '涂抹', '补图', '重绘'],
});

export const materialChange = defineTool({
  id: 'materialChange',
  paths: ['/materialChange'],
  title: '材质替换',
  summary: '选中一面墙或地面，换成材质库或自己的贴图',
  group: 'edit',
  ticket: { kind: 'normal', cost: 1 },
  takesBuilding: 'read',
  fields: {
    ...painted,
    classifyId2: presetField('材质库', {
      categoryRoot: categoryRoots.material,
      categoryLevel: 2,
      isRequired: true,
    }),
    texture_img: imageField('材质贴图', { isRequired: false, help: '上传贴图后不再用材质库' }),
    textureScale: sliderField('缩放', { min: 0.25, max: 4, step: 0.05, default: 1, unit: '×' }),
    textureAngle: sliderField('旋转', { min: -180, max: 180, default: 0, unit: '°' }),
    reflection: percent('反光', 20),
    lightKept: percent('保留光影', 80),
    perspective: choiceField('透视', {
      options: named({ auto: '自动', corners: '四点' }),
      default: 'auto',
      editor: 'segmented',
    }),
    corners: pointsField('透视四点', {
      count: 4,
      help: '依次点出所在平面上矩形的四个角',
      visibleWhen: { field: 'perspective', is: ['corners'] },
    }),
    ...count(2, 1),
    ...run,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', outside: 'mask', wish: 'surfaces' },
  check: ({ perspective, corners }) =>
    perspective === 'corners' && corners.length === 0
      ? { field: 'corners', message: '请在图上点出透视的四个角' }
      : undefined,
  sample: { before: 'living-room', bases: ['living-room', 'villa-day', 'lobby'] },
  startsFrom: ['photo'],
  keywords: ['换材质', '贴图', '地板', '墙面', '石材', '换地板', '换成木地板', '铺成', '贴成'],
});

const sideMode = { visibleWhen: { field: 'mode', is: ['sides'] } } as const;
const side = (label: string) => numberField(label, { min: 0, max: 1024, default: 256, unit: 'px', ...sideMode });

export const extendImg = defineTool({
  id: 'extendImg',
  paths: ['/extendImg'],
  title: '扩图',
  summary: '向四周扩展画面，原图像素不变',
  group: 'edit',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    mode: choiceField('方式', {
      options: named({ ratio: '按比例', sides: '按四边', factor: '按倍数' }),
      default: 'ratio',
      editor: 'segmented',
    }),
    ratio: choiceField('目标画幅', {
      options: plainRatios,
      default: '16:9',
      visibleWhen: { field: 'mode', is: ['ratio'] },
    }),
    top: side('上边'),
    right: side('右边'),
    bottom: side('下边'),
    left: side('左边'),
    factor: choiceField('倍数', {
      options: [
        { value: 1.25, label: '1.25×' },
        { value: 1.5, label: '1.5×' },
        { value: 2, label: '2×' },
      ],
      default: 1.5,
      visibleWhen: { field: 'mode', is: ['factor'] },
    }),
    ...prompt,
    isSourceKept: switchField('保持原图不变', { default: true }),
    ...count(4, 1),
    ...run,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', expectsNew: true, colours: 'apart', isExtended: true },
  check: ({ mode, top, right, bottom, left }) =>
    mode === 'sides' && top + right + bottom + left === 0
      ? { field: 'top', message: '请至少填写一边的扩展像素' }
      : undefined,
  sample: { before: 'villa-day', bases: ['sports-hall', 'hotel', 'villa-day'] },
  keywords: ['扩展', '补边', '外绘', '改画幅', '扩宽', '延展', '加宽', '扩成', '扩到'],
});

export const matting = defineTool({
  id: 'matting',
  paths: ['/matting'],
  title: '抠图',
  summary: '抠出建筑、人物、树木或家具，背景透明',
  group: 'edit',
  ticket: { kind: 'normal', cost: 1, freeDaily: 20 },
  fields: {
    ...basePicture,
    mode: choiceField('模式', {
      options: named({ auto: '自动', click: '点选', box: '框选', brush: '画笔' }),
      default: 'auto',
      editor: 'segmented',
    }),
    mask: maskField('保留区域', {
      isRequired: false,
      visibleWhen: { field: 'mode', is: ['click', 'box', 'brush'] },
    }),
    subject: choiceField('主体', {
      options: named({ building: '建筑', people: '人', tree: '树', furniture: '家具', sky: '天空' }),
      default: 'building',
      visibleWhen: { field: 'mode', is: ['auto'] },
    }),
    edge: sliderField('边缘', { min: 0, max: 20, default: 2, unit: 'px' }),
    isFringeRemoved: switchField('去除边缘杂色', { default: true }),
    background: choiceField('背景', {
      options: named({ transparent: '透明', color: '纯色', picture: '图片' }),
      default: 'transparent',
      editor: 'segmented',
    }),
    backgroundColor: colorField('背景色', {
      default: '#ffffff',
      visibleWhen: { field: 'background', is: ['color'] },
    }),
    background_img: imageField('背景图', {
      isRequired: false,
      visibleWhen: { field: 'background', is: ['picture'] },
    }),
    width: size('宽'),
    height: size('高'),
    x: offset('X'),
    y: offset('Y'),
    ...run,
  },
  outputs: 1,
  keeps: { what: 'one piece' },
  check: ({ mode, mask: chosen, background, background_img }) => {
    if (mode !== 'auto' && !chosen) return { field: 'mask', message: '请先选出要保留的主体' };
    if (background === 'picture' && !background_img) return { field: 'background_img', message: '请先上传背景图' };
    return undefined;
  },
  sample: { before: 'living-room', bases: ['chair-cutout', 'sports-hall', 'villa-day'] },
  startsFrom: ['photo', 'model'],
  keywords: ['去背景', '透明', '免抠', '素材', '扣图', '抠'],
});

function size(label: string) {
  return numberField(label, {
    min: 0,
    max: 4096,
    default: 0,
    unit: 'px',
    place: 'advanced',
    help: '画布尺寸，0 表示与原图相同；只填一边时另一边按比例',
  });
}

function offset(label: string) {
  return numberField(label, {
    min: -8192,
    max: 8192,
    default: 0,
    unit: 'px',
    place: 'advanced',
    help: '主体在画布上的位移',
  });
}

export const editTools = [clean, lama, materialChange, extendImg, matting, ...enhanceTools] as const;
