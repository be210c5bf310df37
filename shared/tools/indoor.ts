import { floorQuadProblem } from '../domain/floor-quad.ts';
import { categoryRoots } from './categories.ts';
import { defineTool, type FieldProblem } from './define-tool.ts';
import {
  choiceField,
  colorField,
  imageField,
  multiChoiceField,
  named,
  pointsField,
  presetField,
  sliderField,
  switchField,
  textField,
} from './field.ts';
import {
  localRedraw,
  localRedrawOutput,
  lockedColours,
  materialLock,
  materialLockOutput,
  styleTransfer,
  styleTransferOutput,
  wishOfLock,
  wishOfStyle,
} from './pair-fields.ts';
import {
  basePicture,
  count,
  crowd,
  furnishing,
  indoorDetails,
  mask,
  presets,
  reference,
  renderOutput,
  run,
  similarity,
  structure,
  wordsAndReference,
} from './shared-fields.ts';

export const indoorRender = defineTool({
  id: 'indoorRender',
  paths: ['/indoorRender'],
  title: '家装渲染',
  summary: '毛坯、白模或线稿变成家装效果图',
  group: 'indoor',
  takesBuilding: 'drawn',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    ...presets(categoryRoots.indoor, '空间'),
    ...structure,
    ...wordsAndReference,
    ...indoorDetails,
    ...renderOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', expectsNew: true, wish: 'surfaces' },
  sample: { before: 'living-room-empty', bases: ['living-room-empty', 'living-room', 'living-room-dark-wood'] },
  keywords: ['室内', '客厅', '卧室', '效果图', '家居'],
});

export const gongzhuangRender = defineTool({
  id: 'gongzhuangRender',
  paths: ['/gongzhuangRender'],
  title: '公装渲染',
  summary: '办公、酒店、餐饮、展厅等公共空间出图',
  group: 'indoor',
  takesBuilding: 'drawn',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    ...presets(categoryRoots.publicInterior, '空间'),
    crowd,
    signText: textField('标识文字', { max: 12, placeholder: '例如：筑绘大厦', help: '由本地引擎绘制，保证清晰可读' }),
    ...structure,
    ...wordsAndReference,
    ...renderOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', expectsNew: true, wish: 'surfaces' },
  sample: { before: 'lobby', bases: ['lobby', 'living-room-empty', 'living-room'] },
  keywords: ['工装', '商业空间', '办公', '酒店', '餐饮', '展厅', '办公室', '大堂', '前台', '咖啡店'],
});

export const lockImg = defineTool({
  id: 'lockImg',
  paths: ['/lockImg'],
  title: '室内材质锁定',
  summary: '材质与结构不变，只改善室内光影',
  group: 'indoor',
  ticket: { kind: 'normal', cost: 1 },
  takesBuilding: 'read',
  fields: { ...materialLock, ...materialLockOutput },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', follows: lockedColours, wish: wishOfLock },
  sample: { before: 'living-room', bases: ['living-room', 'living-room-dark-wood', 'lobby'] },
  startsFrom: ['photo'],
  keywords: ['写实', '保留材质', '布光', '结构不变', '提亮', '打光'],
});

function floorCorners(help: string) {
  return pointsField('标出地面', { count: 4, place: 'picture', help });
}

function floorProblem(params: { floorCorners: readonly { x: number; y: number }[] }): FieldProblem | undefined {
  const message = params.floorCorners.length > 0 ? floorQuadProblem(params.floorCorners) : undefined;
  return message ? { field: 'floorCorners', message } : undefined;
}

export const emptyRoom = defineTool({
  id: 'emptyRoom',
  paths: ['/emptyRoom'],
  title: '空房布置',
  summary: '给毛坯房或空房摆上合适的家具软装',
  group: 'indoor',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    upload_img: imageField('毛坯或空房照片'),
    floorCorners: floorCorners(
      '可不标，自动识别；房间里已有家具或认不出地面时，绕一圈点出地面上一块空着的矩形的四个角，家具只摆在里面',
    ),
    classifyId2: presetField('空间', { categoryRoot: categoryRoots.indoor, categoryLevel: 2, isRequired: true }),
    classifyId3: presetField('风格', { categoryRoot: categoryRoots.indoor, categoryLevel: 3, isRequired: true }),
    furnishing,
    hardFinish: choiceField('硬装', {
      options: named({ keep: '保留', renew: '换新' }),
      default: 'keep',
      editor: 'segmented',
    }),
    budget: choiceField('预算感', {
      options: named({ economy: '经济', medium: '中等', premium: '高端' }),
      default: 'medium',
      editor: 'segmented',
    }),
    ...structure,
    isEyeHeightGiven: switchField('指定相机高度', {
      default: false,
      place: 'advanced',
      help: '家具看起来偏大或偏小时打开；不指定则按层高估计',
    }),
    eyeHeight: sliderField('相机高度', {
      min: 1,
      max: 2,
      step: 0.05,
      default: 1.5,
      unit: '米',
      place: 'advanced',
      visibleWhen: { field: 'isEyeHeightGiven', is: [true] },
    }),
    ...wordsAndReference,
    ...renderOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', expectsNew: true },
  check: floorProblem,
  isShowpiece: true,
  sample: { before: 'living-room-empty', bases: ['living-room-empty', 'lobby', 'living-room'] },
  startsFrom: ['photo', 'model'],
  keywords: ['毛坯', '软装', '家具', '布置', '空房', '摆家具', '毛坯房'],
});

export const indoorExterior = defineTool({
  id: 'indoorExterior',
  paths: ['/indoorExterior'],
  title: '室内单体填充',
  summary: '在选定的位置放入沙发、灯具等单件',
  group: 'indoor',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    ...mask,
    floorCorners: floorCorners(
      '可不标，自动识别；物件的大小或透视不对时，绕一圈点出地面上一块矩形的四个角，如一块地砖、地毯或整间地面',
    ),
    itemKind: choiceField('单体类别', {
      options: named({
        sofa: '沙发',
        bed: '床',
        cabinet: '柜',
        lamp: '灯',
        diningSet: '餐桌椅',
        curtain: '窗帘',
        bathroom: '卫浴',
        decoration: '装饰',
        plant: '绿植',
      }),
      default: 'sofa',
    }),
    style_img: imageField('单体图', { isRequired: false, help: '不上传时自动选素材' }),
    ipaPlus: reference.ipaPlus,
    isCutOutAutomatically: switchField('自动抠图', {
      default: true,
      visibleWhen: { field: 'style_img', is: 'set' },
    }),
    isRecoloured: switchField('指定颜色', { default: false }),
    itemColor: colorField('颜色', { default: '#b8a68f', visibleWhen: { field: 'isRecoloured', is: [true] } }),
    ...similarity(0.7),
    ...count(4, 2),
    ...run,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', outside: 'mask' },
  check: floorProblem,
  sample: { before: 'living-room-empty', bases: ['living-room-empty', 'living-room', 'lobby'] },
  startsFrom: ['photo', 'model'],
  keywords: ['家具', '摆放', '单品', '软装', '放一张', '放一个', '放一盏', '摆一张'],
});

const quickObjects = named({
  none: '不指定',
  sofa: '沙发',
  bed: '床',
  table: '餐桌',
  lamp: '灯',
  curtain: '窗帘',
  rug: '地毯',
  cabinet: '柜',
  painting: '挂画',
  plant: '绿植',
});

export const localRenderingProIndoor = defineTool({
  id: 'localRenderingProIndoor',
  paths: ['/localRenderingProIndoor'],
  title: '室内局部重绘（高级）',
  summary: '涂抹哪里改哪里，可一键换成常用家具',
  group: 'indoor',
  ticket: { kind: 'normal', cost: 1 },
  takesBuilding: 'read',
  fields: {
    ...localRedraw,
    quickObject: choiceField('快捷物件', { options: quickObjects, default: 'none' }),
    ...localRedrawOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', outside: 'mask', wish: 'surfaces' },
  check: ({ promptTxt, style_img, quickObject }) =>
    promptTxt || style_img || quickObject !== 'none'
      ? undefined
      : { field: 'promptTxt', message: '请填写创意描述、上传参考图或选择快捷物件' },
  sample: { before: 'living-room', bases: ['living-room', 'living-room-dark-wood', 'lobby'] },
  startsFrom: ['photo'],
  keywords: ['高级', '局部修改', '蒙版', '换家具'],
});

export const styleTransferIndoor = defineTool({
  id: 'styleTransferIndoor',
  paths: ['/styleTransferIndoor'],
  title: '室内风格迁移',
  summary: '把参考图的色调与材质搬到自己的空间',
  group: 'indoor',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...styleTransfer,
    regions: multiChoiceField('区域', {
      options: named({ wall: '墙', floor: '地', ceiling: '顶', furniture: '家具' }),
      default: ['wall', 'floor', 'ceiling', 'furniture'],
      min: 1,
    }),
    ...styleTransferOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', wish: wishOfStyle },
  sample: { before: 'living-room', bases: ['living-room', 'living-room-dark-wood', 'lobby'] },
  startsFrom: ['photo'],
  keywords: ['仿图', '参考图', '换风格', '调色', '搬到', '套到'],
});

export const indoorTools = [
  indoorRender,
  gongzhuangRender,
  emptyRoom,
  lockImg,
  indoorExterior,
  localRenderingProIndoor,
  styleTransferIndoor,
] as const;
