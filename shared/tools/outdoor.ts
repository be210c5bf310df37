import { categoryRoots } from './categories.ts';
import { defineTool } from './define-tool.ts';
import { choiceField, imageField, named, pointsField, presetField, sceneMaskField, switchField } from './field.ts';
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
  addedObjects,
  basePicture,
  count,
  environment,
  negative,
  outdoorDetails,
  percent,
  plainRatios,
  presets,
  promise,
  prompt,
  quality,
  reference,
  renderOutput,
  requiredPrompt,
  run,
  scene,
  structure,
  wordsAndReference,
} from './shared-fields.ts';

export const architecturalRender = defineTool({
  id: 'architecturalRender',
  paths: ['/architecturalRender', '/architecturalRenderNew'],
  title: '建筑渲染',
  summary: '白模、线稿或草图直接变成建筑效果图',
  group: 'outdoor',
  takesBuilding: 'drawn',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    ...presets(categoryRoots.building),
    ...scene,
    view: {
      ...scene.view,
      help: '底图是从哪里看的：半鸟瞰、鸟瞰、轴测、顶视按俯视认屋面和地面，其余按平视',
    },
    ...structure,
    ...wordsAndReference,
    ...outdoorDetails,
    ...renderOutput,
  },
  outputs: ({ num }) => num,
  keeps: {
    what: 'lines',
    expectsNew: ({ people, vehicles }) => people !== 'none' || vehicles !== 'none',
    wish: 'surfaces',
  },
  sample: { before: 'villa-white', bases: ['guesthouse-white', 'villa-white', 'museum'] },
  keywords: ['效果图', '外立面', '白模渲染', '草图渲染', '室外渲染', '白模', '草图', 'SU'],
});

export const lockImgOut = defineTool({
  id: 'lockImgOut',
  paths: ['/lockImgOut'],
  title: '建筑材质锁定写实',
  summary: '材质与结构不变，只让光影和天空更真实',
  group: 'outdoor',
  ticket: { kind: 'normal', cost: 1 },
  takesBuilding: 'read',
  fields: {
    ...materialLock,
    sky: choiceField('天空替换', {
      options: named({
        keep: '保留原天空',
        clear: '晴空',
        cloudy: '多云',
        sunset: '晚霞',
        night: '星空',
        upload: '上传天空',
      }),
      default: 'keep',
    }),
    sky_img: imageField('天空图', { isRequired: false, visibleWhen: { field: 'sky', is: ['upload'] } }),
    skyMask: sceneMaskField('天空', 'sky', { help: '自动识别，可用画笔修正' }),
    ...environment,
    ...addedObjects,
    ...materialLockOutput,
  },
  outputs: ({ num }) => num,
  keeps: {
    what: 'lines',
    expectsNew: ({ people, vehicles }) => people !== 'none' || vehicles !== 'none',
    follows: lockedColours,
    wish: wishOfLock,
  },
  check: ({ sky, sky_img }) =>
    sky === 'upload' && !sky_img ? { field: 'sky_img', message: '请先上传天空图' } : undefined,
  sample: { before: 'villa-day', bases: ['villa-day', 'school', 'shopping-street'] },
  startsFrom: ['photo'],
  keywords: ['写实', '保留材质', '换天空', '结构不变', '换个天空', '更真实'],
});

export const architecturalPart = defineTool({
  id: 'architecturalPart',
  paths: ['/architecturalPart'],
  title: '建筑局部渲染',
  summary: '框选门头、窗、屋顶等构件单独出图，可贴回原图',
  group: 'outdoor',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...basePicture,
    crop: pointsField('裁切框', { count: 2, place: 'picture', help: '框的两个对角；不框则用整张底图' }),
    component: choiceField('构件', {
      options: named({
        shopFront: '门头',
        window: '窗',
        balcony: '阳台',
        roof: '屋顶',
        curtainWall: '幕墙',
        entrance: '入口',
        railing: '栏杆',
        eaves: '檐口',
      }),
      default: 'shopFront',
    }),
    ...presets(categoryRoots.building),
    ...structure,
    ...wordsAndReference,
    isPastedBack: switchField('贴回原图', {
      default: false,
      place: 'output',
      help: '把出图贴回底图的裁切框；框外一个像素都不动，按底图大小输出',
    }),
    ...renderOutput,
  },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', part: ({ crop, isPastedBack }) => (isPastedBack ? [] : crop), wish: 'surfaces' },
  sample: { before: 'office-white', bases: ['office-white', 'shopping-street', 'clubhouse'] },
  keywords: ['构件', '门头', '幕墙', '节点', '细部'],
});

export const localRenderingPro = defineTool({
  id: 'localRenderingPro',
  paths: ['/localRenderingPro'],
  title: '室外局部重绘（高级）',
  summary: '涂抹哪里改哪里，选区外一个像素都不动',
  group: 'outdoor',
  ticket: { kind: 'normal', cost: 1 },
  takesBuilding: 'read',
  fields: { ...localRedraw, ...localRedrawOutput },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', outside: 'mask', wish: 'surfaces' },
  check: ({ promptTxt, style_img }) =>
    promptTxt || style_img ? undefined : { field: 'promptTxt', message: '请填写创意描述或上传参考图' },
  sample: { before: 'villa-day', bases: ['pavilion', 'guesthouse', 'housing'] },
  startsFrom: ['photo'],
  keywords: ['高级', '局部修改', '蒙版', '重绘'],
});

export const styleTransferOutdoor = defineTool({
  id: 'styleTransfer',
  paths: ['/styleTransfer'],
  title: '室外风格迁移',
  summary: '把参考图的色调、光影和材质搬到自己的建筑上',
  group: 'outdoor',
  ticket: { kind: 'normal', cost: 1 },
  fields: { ...styleTransfer, ...styleTransferOutput },
  outputs: ({ num }) => num,
  keeps: { what: 'lines', wish: wishOfStyle },
  sample: { before: 'villa-day', bases: ['clubhouse', 'villa-day', 'museum'] },
  startsFrom: ['photo'],
  keywords: ['仿图', '参考图', '换风格', '调色', '搬到', '套到'],
});

const unchanged = { none: '不变' } as const;

export const atmosphereChange = defineTool({
  id: 'atmosphereChange',
  paths: ['/atmosphereChange'],
  title: '氛围转换',
  summary: '同一张图换时间、天气、季节和色调',
  group: 'outdoor',
  ticket: { kind: 'normal', cost: 1 },
  takesBuilding: 'read',
  fields: {
    ...basePicture,
    time: choiceField('时间', {
      options: named({
        ...unchanged,
        morning: '晨曦',
        noon: '中午',
        dusk: '黄昏',
        blueHour: '蓝调',
        night: '夜晚',
      }),
      default: 'dusk',
    }),
    weather: choiceField('天气', {
      options: named({ ...unchanged, sunny: '晴', overcast: '阴', rain: '雨', fog: '雾', snow: '雪' }),
      default: 'none',
    }),
    season: choiceField('季节', {
      options: named({ ...unchanged, spring: '春', summer: '夏', autumn: '秋', winter: '冬' }),
      default: 'none',
    }),
    tone: choiceField('色调', {
      options: named({ ...unchanged, coldBlue: '冷蓝', film: '胶片', blackGold: '黑金', warmGold: '暖金' }),
      default: 'none',
    }),
    strength: percent('强度', 70),
    areLightsAutomatic: switchField('自动点亮灯光', { default: true, help: '夜间氛围下点亮窗户和灯具' }),
    isSkyChanged: switchField('更换天空', { default: true }),
    skyMask: sceneMaskField('天空', 'sky', { help: '自动识别，可用画笔修正' }),
    groundMask: sceneMaskField('地面', 'ground', { help: '积雪、积水与倒影所在，自动识别，可修正' }),
    windowMask: sceneMaskField('窗户', 'window', { help: '夜间点亮的窗，自动识别，可修正' }),
    ...quality,
    ...promise,
    ...run,
  },
  outputs: chosenMoods,
  keeps: {
    what: 'lines',
    wish: ({ time, weather, season }) => ([time, weather, season].some((each) => each !== 'none') ? 'mood' : undefined),
  },
  check: (params) => (chosenMoods(params) === 0 ? { field: 'time', message: '请至少选择一种氛围' } : undefined),
  isShowpiece: true,
  sample: { before: 'villa-day', bases: ['hotel', 'museum', 'office-street'] },
  startsFrom: ['photo'],
  keywords: ['日转夜', '黄昏', '夜景', '雨天', '雪景', '换季', '下雪', '下雨', '换天气'],
});

/** One picture for every kind of mood that is chosen. */
function chosenMoods(moods: { time: string; weather: string; season: string; tone: string }): number {
  return [moods.time, moods.weather, moods.season, moods.tone].filter((mood) => mood !== 'none').length;
}

export const text2Img = defineTool({
  id: 'text2Img',
  paths: ['/text2Img'],
  title: '文生图',
  summary: '一句话生成建筑或室内的概念图',
  group: 'outdoor',
  ticket: { kind: 'normal', cost: 1 },
  fields: {
    ...requiredPrompt,
    ...negative,
    ...presets(categoryRoots.building),
    ...scene,
    ...reference,
    ...count(4, 2),
    ratio: choiceField('画幅', { options: plainRatios, default: '16:9', place: 'output' }),
    ...quality,
    ...run,
  },
  outputs: ({ num }) => num,
  keywords: ['文字生成', '概念', '灵感', '提示词', '生成一张', '画一张', '想象', '室内概念'],
});

export const ailive = defineTool({
  id: 'ailive',
  paths: ['/ailive'],
  title: '实时渲染',
  summary: '左边画草图，右边实时出图',
  group: 'outdoor',
  ticket: { kind: 'live', cost: 1 },
  fields: {
    upload_img: imageField('画布', { message: '请先在画布上画几笔或放入图片' }),
    ...prompt,
    classifyId2: presetField('类型', { categoryRoot: categoryRoots.building, categoryLevel: 2, placeholder: '自动' }),
    classifyId3: presetField('风格', { categoryRoot: categoryRoots.building, categoryLevel: 3, placeholder: '默认' }),
    similarity: percent('相似度', 60, { help: '越高越接近草图的颜色与线条' }),
    refresh: choiceField('刷新', {
      options: named({ auto: '自动刷新', key: '手动刷新' }),
      default: 'auto',
      editor: 'segmented',
    }),
    ...run,
    isSeedLocked: switchField('锁定种子', { default: true, place: 'advanced' }),
  },
  outputs: 1,
  // Drawing is paid by the minute; keeping a picture of it costs nothing.
  price: () => 0,
  isShowpiece: true,
  sample: { before: 'house-sketch', bases: ['house-sketch', 'villa-lines', 'guesthouse-white'] },
  keywords: ['草图', '画板', '即时', '截屏'],
});

export const outdoorTools = [
  architecturalRender,
  lockImgOut,
  architecturalPart,
  localRenderingPro,
  styleTransferOutdoor,
  atmosphereChange,
  text2Img,
  ailive,
] as const;
