import {
  choiceField,
  engineField,
  type Field,
  fixedSwitchField,
  imageField,
  maskField,
  named,
  numberField,
  presetField,
  seedField,
  sliderField,
  switchField,
  textField,
} from './field.ts';

/** Field sets that several tools have; a tool spreads them into its `fields`. */

const isPresetOnly = 'ignoreWordAndImage';

export const basePicture = { upload_img: imageField('底图') } as const;

const promptHelp = '写清楚材料、时间、天气与镜头，结果更接近设想';
export const prompt = {
  promptTxt: textField('创意描述', { max: 500, isLong: true, placeholder: promptHelp }),
} as const;
export const requiredPrompt = {
  promptTxt: textField('创意描述', { max: 500, isLong: true, isRequired: true, placeholder: promptHelp }),
} as const;
export const negative = { negTxt: textField('不想出现', { max: 200, isLong: true, place: 'advanced' }) } as const;

const ipaPlus = switchField('参考图增强', {
  default: true,
  place: 'picture',
  visibleWhen: { field: 'style_img', is: 'set' },
});
export const reference = { style_img: imageField('参考图', { isRequired: false }), ipaPlus } as const;

/** Words and a reference picture of tools that can also go by the preset alone. */
export const wordsAndReference = {
  promptTxt: textField('创意描述', { max: 500, isLong: true, placeholder: promptHelp, disabledBy: isPresetOnly }),
  ...negative,
  style_img: imageField('参考图', { isRequired: false, disabledBy: isPresetOnly }),
  ipaPlus,
  ignoreWordAndImage: switchField('只用风格预设', {
    default: false,
    place: 'advanced',
    help: '忽略创意描述和参考图',
  }),
} as const;

/** Type and style from the category tree. */
export function presets(categoryRoot: string, level2 = '类型', level3 = '风格') {
  return {
    classifyId2: presetField(level2, { categoryRoot, categoryLevel: 2, isRequired: true }),
    classifyId3: presetField(level3, { categoryRoot, categoryLevel: 3, placeholder: '默认' }),
  } as const;
}

const similarityStops = [
  { value: 0.4, label: '自由' },
  { value: 0.75, label: '平衡' },
  { value: 0.9, label: '严格' },
] as const;

export function similarity(start: number) {
  return {
    cnStrength: sliderField('结构相似度', { min: 0, max: 1, step: 0.05, default: start, stops: similarityStops }),
  } as const;
}

export const structure = {
  ...similarity(0.75),
  lock: switchField('锁定主体结构', { default: false }),
} as const;

const views = named({
  auto: '自动',
  eye: '人视',
  semiAerial: '半鸟瞰',
  aerial: '鸟瞰',
  lowAngle: '仰视',
  elevation: '正立面',
  axonometric: '轴测',
  top: '顶视',
  closeUp: '局部特写',
});

export const atmosphere = {
  atmosphere: choiceField('氛围', {
    options: named({
      auto: '自动',
      sunny: '晴天',
      morning: '清晨',
      dusk: '黄昏',
      blueHour: '蓝调时刻',
      night: '夜景',
      overcast: '阴天',
      rain: '雨天',
      fog: '雾天',
      snow: '雪景',
    }),
    default: 'auto',
  }),
} as const;

export const environment = {
  environment: choiceField('环境', {
    options: named({
      auto: '自动',
      city: '城市街区',
      residential: '住区',
      campus: '园区',
      countryside: '乡村田园',
      forest: '山林',
      waterfront: '滨水',
      coast: '海岸',
      snowMountain: '雪山',
      desert: '沙漠',
    }),
    default: 'auto',
  }),
} as const;

export const scene = {
  view: choiceField('视角', { options: views, default: 'auto' }),
  ...atmosphere,
  ...environment,
} as const;

const noneFewMany = named({ none: '无', few: '少', many: '多' });
export const crowd = choiceField('人流', { options: noneFewMany, default: 'none' });

/** People, vehicles and plants: what the tool adds unless told otherwise. */
function addedTo(amount: 'none' | 'few', plants: 'none' | 'moderate') {
  return {
    people: choiceField('人物', { options: noneFewMany, default: amount, place: 'advanced' }),
    vehicles: choiceField('车辆', { options: noneFewMany, default: amount, place: 'advanced' }),
    greenery: choiceField('绿化', {
      options: named({ none: '无', moderate: '适中', lush: '茂盛' }),
      default: plants,
      place: 'advanced',
    }),
  } as const;
}

/** Cut-ins laid over a picture that otherwise stays as it is. */
export const addedObjects = addedTo('none', 'none');

export const outdoorDetails = {
  // Cut-out figures are silhouettes for now, so they come only when asked for.
  ...addedTo('none', 'moderate'),
  ground: choiceField('地面', {
    options: named({ dry: '干', damp: '潮', wet: '湿' }),
    default: 'dry',
    place: 'advanced',
  }),
} as const;

export const furnishing = choiceField('软装密度', {
  options: named({ empty: '空', few: '少', moderate: '适中', full: '满' }),
  default: 'moderate',
});

export const indoorDetails = {
  lighting: choiceField('灯光', {
    options: named({ natural: '自然', artificial: '人工', mixed: '混合' }),
    default: 'mixed',
    place: 'advanced',
  }),
  floor: choiceField('地面', {
    options: named({ matte: '哑光', glossy: '反光' }),
    default: 'matte',
    place: 'advanced',
  }),
  plants: choiceField('绿植', { options: noneFewMany, default: 'few', place: 'advanced' }),
} as const;

export function count(max: number, start: number) {
  return {
    num: numberField('出图数量', { min: 1, max, default: start, editor: 'stepper', place: 'output' }),
  } as const;
}

const shapes = {
  '1:1': '1:1',
  '4:3': '4:3',
  '3:4': '3:4',
  '3:2': '3:2',
  '2:3': '2:3',
  '16:9': '16:9',
  '9:16': '9:16',
  '21:9': '21:9',
} as const;

/** Picture shapes without one that follows a picture, for tools that start from words. */
export const plainRatios = named(shapes);
const ratio = {
  ratio: choiceField('画幅', {
    options: named({ source: '跟随底图', ...shapes }),
    default: 'source',
    place: 'output',
  }),
} as const;

export const quality = {
  quality: choiceField('清晰度', {
    options: named({ standard: '标清', '2k': '高清2K', '4k': '超清4K' }),
    default: 'standard',
    editor: 'segmented',
    place: 'output',
    help: '标清长边 1536 像素；2K、4K 为会员功能',
  }),
} as const;

/** A wished structure score, which results are held to; see `mostFurtherTries`. */
export const promise = {
  leastScore: choiceField('结构承诺', {
    options: [
      { value: 'none', label: '不要求' },
      { value: '75', label: '至少 75 分' },
      { value: '85', label: '至少 85 分' },
      { value: '95', label: '至少 95 分' },
    ],
    default: 'none',
    place: 'output',
    help: '结构分不够时自动换种子再试，最多两次，不多收券；仍不够就退券，图片保留并标明「未达标」',
  }),
} as const;

export const seed = { seed: seedField() } as const;

/** Fields for the seed, the engine and the publication of a run. */
export const run = {
  ...seed,
  engine: engineField(),
  pub: switchField('公开到“发现”', { default: false, place: 'advanced', access: 'canPrivate' }),
} as const;

/** Output fields of every picture render: 1–4 outputs in a chosen shape and size. */
export const renderOutput = { ...count(4, 2), ...ratio, ...quality, ...promise, ...run } as const;

export const mask = { mask: maskField('修改区域') } as const;

/** Strength and edge of a local redraw. */
export const redraw = {
  strength: sliderField('重绘强度', { min: 0.1, max: 1, step: 0.05, default: 0.75 }),
  feather: sliderField('边缘羽化', { min: 0, max: 50, default: 8, unit: 'px' }),
  isOutsideKept: fixedSwitchField('保持选区外不变', { help: '羽化只在选区以内，想改到更外面请把选区涂大' }),
} as const;

export function percent(
  label: string,
  start: number,
  extra: Partial<Pick<Field, 'place' | 'visibleWhen' | 'help'>> = {},
) {
  return sliderField(label, { min: 0, max: 100, default: start, ...extra });
}
