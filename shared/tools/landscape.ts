import { categoryRoots } from './categories.ts';
import { defineTool } from './define-tool.ts';
import { choiceField, named } from './field.ts';
import {
  atmosphere,
  basePicture,
  environment,
  presets,
  renderOutput,
  structure,
  wordsAndReference,
} from './shared-fields.ts';

const { classifyId2, classifyId3 } = presets(categoryRoots.landscape, '类型', '用材风格');
/** A garden keeps its plan and its plants: what a style changes is said where it is chosen. */
const garden = {
  classifyId2,
  classifyId3: { ...classifyId3, help: '换铺装和墙面的材质与颜色；布局、水体、植物照底图' },
} as const;

export const landscapeRender = defineTool({
  id: 'landscapeRender',
  paths: ['/landscapeRender'],
  title: '景观渲染',
  summary: '公园、庭院、滨水与街区的景观效果图',
  group: 'landscape',
  takesBuilding: 'drawn',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    ...garden,
    ...atmosphere,
    vegetation: choiceField('植被', {
      options: named({ few: '少', moderate: '适中', lush: '茂盛', wild: '野趣' }),
      default: 'moderate',
    }),
    waterFeature: choiceField('水景', {
      options: named({ none: '无', pool: '池', pond: '塘', stream: '溪', waterfall: '瀑', fountain: '喷泉' }),
      default: 'none',
    }),
    hardscape: choiceField('硬景', { options: named({ few: '少', moderate: '中', many: '多' }), default: 'moderate' }),
    lights: choiceField('灯光', {
      options: named({ none: '无', path: '步道', accent: '点缀', all: '全部' }),
      default: 'none',
    }),
    ...structure,
    ...wordsAndReference,
    ...renderOutput,
  },
  outputs: ({ num }) => num,
  keeps: {
    what: 'lines',
    expectsNew: ({ waterFeature, lights }) => waterFeature !== 'none' || lights !== 'none',
    wish: 'surfaces',
  },
  sample: { before: 'landscape', bases: ['landscape', 'clubhouse', 'villa-white'] },
  keywords: ['园林', '公园', '庭院', '植物', '水景', '花园', '广场', '滨水'],
});

const levels = named({ low: '低', medium: '中', high: '高' });

export const birdsViewRender = defineTool({
  id: 'birdsViewRender',
  paths: ['/birdsViewRender'],
  title: '鸟瞰渲染',
  summary: '规划体块与总图变成鸟瞰效果图',
  group: 'landscape',
  takesBuilding: 'drawn',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    ...presets(categoryRoots.birdsView),
    view: choiceField('视角', {
      options: named({ aerial: '鸟瞰', semiAerial: '半鸟瞰', axonometric: '轴测' }),
      default: 'aerial',
      help: '底图的视角：半鸟瞰看得到天空，轴测不加远处雾气',
    }),
    ...atmosphere,
    environment: { ...environment.environment, visibleWhen: { field: 'view', is: ['semiAerial'] } },
    roads: choiceField('道路', { options: levels, default: 'medium' }),
    greenSpace: choiceField('绿地', { options: levels, default: 'medium' }),
    water: choiceField('水体', { options: levels, default: 'low' }),
    ...structure,
    ...wordsAndReference,
    ...renderOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', wish: 'surfaces' },
  isShowpiece: true,
  sample: { before: 'birdseye-white', bases: ['birdseye-white', 'campus-above-white', 'campus-above'] },
  keywords: ['规划', '总图', '城市设计', '鸟瞰图', '鸟瞰', '体块', '园区'],
});

export const landscapeTools = [landscapeRender, birdsViewRender] as const;
