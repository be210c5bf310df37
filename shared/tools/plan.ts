import { categoryRoots } from './categories.ts';
import { defineTool, type FieldProblem } from './define-tool.ts';
import {
  choiceField,
  colorField,
  engineField,
  type Field,
  imageField,
  named,
  numberField,
  pointsField,
  presetField,
  rowsField,
  sliderField,
  switchField,
  textField,
} from './field.ts';
import { basePicture, count, percent, promise, quality, run, seed } from './shared-fields.ts';

const drawing = { upload_img: imageField('线稿底图') } as const;
const planOutput = { ...count(2, 1), ...quality, ...promise, ...run } as const;

/** Type and style of colour plans, for some of the root's types only. */
function planPresets(categoryIds: readonly string[]) {
  return {
    classifyId2: presetField('类型', {
      categoryRoot: categoryRoots.colourPlan,
      categoryLevel: 2,
      categoryIds,
      isRequired: true,
    }),
    classifyId3: presetField('风格', {
      categoryRoot: categoryRoots.colourPlan,
      categoryLevel: 3,
      placeholder: '默认',
    }),
  } as const;
}

const scaleHelp = '图纸比例 1:n 中的 n；每像素的米数 = n × 0.0254 ÷ 图纸分辨率；0 表示未知';

/** Fields for the scale of a drawing: a sheet's scale with its resolution, or a length marked on it. */
function scaleFields(start: number, visibleWhen?: Field['visibleWhen']) {
  const shown = visibleWhen ? { visibleWhen } : {};
  return {
    scaleDenominator: numberField('比例尺 1:n', { min: 0, max: 100_000, default: start, help: scaleHelp, ...shown }),
    scaleDpi: numberField('图纸分辨率', {
      min: 0,
      max: 2400,
      default: 0,
      unit: 'dpi',
      help: '导出图纸时的每英寸像素数；0 表示未知',
      ...shown,
    }),
    referenceLine: pointsField('参考线段', { count: 2, help: '点出一段已知长度的两端，优先于比例尺', ...shown }),
    referenceLength: numberField('参考长度', {
      min: 0,
      max: 10_000_000,
      default: 0,
      unit: 'mm',
      help: '参考线段的实际长度',
      ...shown,
    }),
  } as const;
}

interface ScaleParams {
  scaleDenominator: number;
  scaleDpi: number;
  referenceLine: readonly unknown[];
  referenceLength: number;
}

/** Half a reference is a mistake, and areas need a whole one or the sheet's scale and resolution. */
function checkScale(scale: ScaleParams, isNeeded: boolean): FieldProblem | undefined {
  const hasLine = scale.referenceLine.length === 2;
  if (hasLine && scale.referenceLength === 0) return { field: 'referenceLength', message: '请填写参考线段的实际长度' };
  if (!hasLine && scale.referenceLength > 0) return { field: 'referenceLine', message: '请在图上点出参考线段的两端' };
  if (!isNeeded || hasLine) return undefined;
  if (scale.scaleDenominator === 0) return { field: 'scaleDenominator', message: '标注面积需要比例尺或参考线段' };
  if (scale.scaleDpi === 0) return { field: 'scaleDpi', message: '按比例尺算面积需要图纸分辨率，或改用参考线段' };
  return undefined;
}

export const allPlan = defineTool({
  id: 'allPlan',
  paths: ['/allPlan'],
  title: '总平彩图',
  summary: '总平面线稿自动填色、加阴影和图例',
  group: 'plan',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...drawing,
    ...planPresets(['603', '604', '605']),
    legend: rowsField('图例', {
      max: 12,
      columns: {
        name: textField('名称', { max: 12, isRequired: true }),
        color: colorField('颜色', { default: '#cccccc' }),
        pattern: choiceField('图案', {
          options: named({ plain: '纯色', hatch: '斜线', dots: '点', grid: '格', grass: '草', wave: '水纹' }),
          default: 'plain',
        }),
      },
      default: [
        { name: '建筑', color: '#f2efe9', pattern: 'plain' },
        { name: '道路', color: '#c9c7c2', pattern: 'plain' },
        { name: '绿地', color: '#a9c48f', pattern: 'grass' },
        { name: '水体', color: '#9cc3d5', pattern: 'wave' },
        { name: '铺装', color: '#ddd0bb', pattern: 'grid' },
        { name: '停车', color: '#b9bcc4', pattern: 'hatch' },
      ],
    }),
    shadowAngle: sliderField('阴影方向', { min: 0, max: 360, default: 135, unit: '°' }),
    shadowLength: percent('阴影长度', 30),
    isLineKept: switchField('保留线稿', { default: true }),
    reassigned: rowsField('改类', {
      max: 60,
      corrects: 'regions',
      columns: {
        x: numberField('横坐标', { min: 0, max: 8192, default: 0, unit: 'px' }),
        y: numberField('纵坐标', { min: 0, max: 8192, default: 0, unit: 'px' }),
        name: textField('图例名称', { max: 12, isRequired: true }),
      },
      help: '识别错的区域：在图上点一下并选择图例，坐标为底图像素',
    }),
    ...scaleFields(0),
    ...planOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', expectsNew: true },
  check: (params) => {
    const stray = params.reassigned.find(({ name }) => !params.legend.some((row) => row.name === name));
    if (stray) return { field: 'reassigned', message: `图例中没有「${stray.name}」` };
    return checkScale(params, params.scaleDenominator > 0);
  },
  sample: { before: 'site-plan', bases: ['site-plan', 'floor-plan', 'site-plan-colour'] },
  keywords: ['总平面', '彩色总平', '填色', '规划图', '景观平面', '总平', '上色'],
});

export const colorFlatPicture = defineTool({
  id: 'colorFlatPicture',
  paths: ['/colorFlatPicture'],
  title: '彩色户型图',
  summary: '户型线稿一键上色，识别房间和面积',
  group: 'plan',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...drawing,
    ...planPresets(['601', '602']),
    wallFill: choiceField('墙体填充', {
      options: named({ solid: '实', hatch: '斜线', blank: '留白' }),
      default: 'solid',
      editor: 'segmented',
    }),
    furniture: choiceField('家具', {
      options: named({ none: '无', line: '线', colour: '彩' }),
      default: 'colour',
      editor: 'segmented',
    }),
    rooms: rowsField('房间', {
      max: 40,
      corrects: 'rooms',
      columns: {
        name: textField('房间名', { max: 12, isRequired: true }),
        floor: choiceField('地面材质', {
          options: named({
            auto: '自动',
            wood: '木地板',
            tile: '瓷砖',
            stone: '石材',
            carpet: '地毯',
            concrete: '水泥',
            deck: '户外木',
          }),
          default: 'auto',
        }),
      },
      help: '按面积从大到小逐行对应房间；留空则自动识别，标注面积时房间名前有序号',
    }),
    isAreaShown: switchField('面积标注', { default: false }),
    ...scaleFields(100, { field: 'isAreaShown', is: [true] }),
    ...planOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', expectsNew: true },
  check: (params) => (params.isAreaShown ? checkScale(params, true) : undefined),
  isShowpiece: true,
  sample: { before: 'floor-plan', bases: ['floor-plan', 'site-plan', 'floor-plan-colour'] },
  keywords: ['户型', '彩平', '平面图', '填色', '家装', '公装', '户型图', '上色'],
});

/** A blueprint has colours of its own. */
const notBlueprint = { field: 'lineStyle', is: ['outline', 'detail', 'cad', 'sketch'] } as const;

export const toline = defineTool({
  id: 'toline',
  paths: ['/toline'],
  title: '转线稿',
  summary: '照片或效果图转成干净的线稿',
  group: 'plan',
  ticket: { kind: 'normal', cost: 1, freeDaily: 30 },
  takesBuilding: 'read',
  fields: {
    ...basePicture,
    lineStyle: choiceField('线型', {
      options: named({ outline: '轮廓', detail: '细节', cad: 'CAD', sketch: '手绘', blueprint: '蓝图' }),
      default: 'detail',
    }),
    lineWidth: sliderField('线宽', { min: 1, max: 8, default: 2, unit: 'px' }),
    detail: percent('细节', 50),
    jitter: percent('抖动', 30, { visibleWhen: { field: 'lineStyle', is: ['sketch'] } }),
    lineColor: colorField('线色', { default: '#1c1b1a', visibleWhen: notBlueprint }),
    backgroundColor: colorField('底色', { default: '#ffffff', visibleWhen: notBlueprint }),
    isShadowRemoved: switchField('去阴影', { default: true }),
    format: choiceField('输出', {
      options: named({ png: 'PNG', svg: 'SVG', dxf: 'DXF' }),
      default: 'png',
      editor: 'segmented',
      place: 'output',
      help: 'SVG、DXF 为矢量线稿，附一张 PNG 预览；DXF 为 R12 版，无底色',
    }),
    drawingWidth: numberField('图幅宽', {
      min: 0,
      max: 10000,
      default: 420,
      unit: 'mm',
      place: 'output',
      help: '矢量图的宽度，高度按比例；0 表示一个像素一个单位',
      visibleWhen: { field: 'format', is: ['svg', 'dxf'] },
    }),
    ...seed,
    engine: engineField(),
  },
  outputs: 1,
  keeps: { what: 'lines', colours: 'apart' },
  sample: { before: 'villa-day', bases: ['school', 'villa-day', 'living-room'] },
  startsFrom: ['photo', 'model'],
  keywords: ['线稿', '描边', '提取线条', 'CAD', '手绘', '蓝图', '矢量', 'SVG', 'DXF', '变成线稿', '转成线稿', '勾线'],
});

export const planTools = [allPlan, colorFlatPicture, toline] as const;
