import { defineTool } from './define-tool.ts';
import {
  choiceField,
  fixedSwitchField,
  imageField,
  imagesField,
  multiChoiceField,
  named,
  rowsField,
  sliderField,
  textField,
} from './field.ts';
import { requiredPrompt, run } from './shared-fields.ts';

const cameraMoves = named({
  auto: '自动',
  still: '静止',
  pushIn: '推',
  pullOut: '拉',
  trackLeft: '左移',
  trackRight: '右移',
  rise: '升',
  lower: '降',
  orbitLeft: '环绕左',
  orbitRight: '环绕右',
  panLeft: '左摇',
  panRight: '右摇',
});

const wideTallSquare = { '16:9': '16:9', '9:16': '9:16', '1:1': '1:1' } as const;

const duration = {
  duration: choiceField('时长', {
    options: [
      { value: 5, label: '5 秒' },
      { value: 10, label: '10 秒' },
    ],
    default: 5,
    editor: 'segmented',
    place: 'output',
  }),
} as const;
const resolution = {
  resolution: choiceField('清晰度', {
    options: named({ '720p': '720p', '1080p': '1080p' }),
    default: '720p',
    editor: 'segmented',
    place: 'output',
  }),
} as const;
const motion = {
  motion: choiceField('动感', {
    options: named({ weak: '弱', medium: '中', strong: '强' }),
    default: 'medium',
    editor: 'segmented',
  }),
} as const;

const shortVideoCost = 10;

/** Seconds of a picture in a film of several, unless told otherwise. */
const shotSeconds = 3;
/** Seconds of a film of several pictures. */
const longestFilm = 60;
/** Characters of a title in a film. */
const longestTitle = 20;

/** Twice for 10 seconds and twice again for 1080p. */
function videoPrice(params: { duration: number; resolution: string }): number {
  return shortVideoCost * (params.duration === 10 ? 2 : 1) * (params.resolution === '1080p' ? 2 : 1);
}

export const text2Video = defineTool({
  id: 'text2Video',
  paths: ['/text2Video'],
  title: '文生视频',
  summary: '一段文字生成带运镜的建筑或室内短片',
  group: 'video',
  ticket: { kind: 'normal', cost: shortVideoCost },
  fields: {
    ...requiredPrompt,
    cameraMove: choiceField('运镜', { options: cameraMoves, default: 'auto' }),
    ...motion,
    ...duration,
    ratio: choiceField('画幅', { options: named(wideTallSquare), default: '16:9', place: 'output' }),
    ...resolution,
    ...run,
  },
  outputs: 1,
  price: videoPrice,
  keywords: ['动画', '短片', '漫游', '文字生成', '视频'],
});

export const img2Video = defineTool({
  id: 'img2Video',
  paths: ['/img2Video'],
  title: '单图转视频',
  summary: '一张效果图变成平稳的运镜短片',
  group: 'video',
  ticket: { kind: 'normal', cost: shortVideoCost },
  fields: {
    upload_img: imageField('首帧'),
    promptTxt: textField('镜头描述', {
      max: 500,
      isLong: true,
      placeholder: '例如：镜头缓缓推近，再向左平移',
      help: '运镜选“自动”时，按描述里的推、拉、平移、升降、环绕、摇来走镜头',
    }),
    cameraMoves: multiChoiceField('运镜', {
      options: cameraMoves,
      default: ['auto'],
      min: 1,
      max: 2,
      help: '可选一到两个，依次衔接',
    }),
    ...motion,
    timeLapse: choiceField('延时', {
      options: named({
        none: '无',
        dayToNight: '昼到夜',
        nightToDay: '夜到昼',
        sunToRain: '晴到雨',
        seasons: '四季',
      }),
      default: 'none',
      help: '镜头移动时天光同时变化；需要白天的室外图片',
    }),
    isStructureKept: fixedSwitchField('保持结构', { help: '直线不弯，竖线不斜' }),
    ...duration,
    ...resolution,
    ...run,
  },
  outputs: 1,
  price: videoPrice,
  sample: { before: 'villa-day', bases: ['museum', 'villa-dusk', 'sports-hall'] },
  keywords: ['动画', '短片', '漫游', '让图动起来', '动起来', '视频'],
});

export const imgs2Video = defineTool({
  id: 'imgs2Video',
  paths: ['/imgs2Video'],
  title: '多图转视频',
  summary: '2–12 张图合成带运镜和转场的汇报短片',
  group: 'video',
  ticket: { kind: 'normal', cost: 2 },
  fields: {
    images: imagesField('图片', { min: 2, max: 12, help: '拖动调整顺序' }),
    mode: choiceField('模式', {
      options: named({ album: '相册', firstLast: '首尾帧' }),
      default: 'album',
      editor: 'segmented',
      help: '首尾帧：需要两张图片，在同一个镜头里从第一张变为第二张；同一场景的图片成为延时',
    }),
    shots: rowsField('分镜', {
      max: 12,
      rowsOf: 'images',
      columns: {
        seconds: sliderField('时长', { min: 1, max: 8, default: shotSeconds, unit: '秒' }),
        cameraMove: choiceField('运镜', { options: cameraMoves, default: 'auto' }),
      },
      help: `每张图的时长和运镜；不填为 ${shotSeconds} 秒、自动；总时长最多 ${longestFilm} 秒`,
    }),
    transition: choiceField('转场', {
      options: named({ none: '无', fade: '淡', push: '推', zoom: '缩放', wipe: '遮罩' }),
      default: 'fade',
      visibleWhen: { field: 'mode', is: ['album'] },
    }),
    openingTitle: textField('片头字', { max: longestTitle, placeholder: '例如：滨江文化中心' }),
    closingTitle: textField('片尾字', { max: longestTitle, placeholder: '例如：谢谢观看' }),
    ratio: choiceField('画幅', {
      options: named({ source: '跟随首图', ...wideTallSquare }),
      default: 'source',
      place: 'output',
    }),
    ...run,
  },
  outputs: 1,
  check: ({ images, mode, shots }) => {
    if (mode === 'firstLast' && images.length !== 2) return { field: 'images', message: '首尾帧模式需要两张图片' };
    const seconds = images.reduce((sum, _, at) => sum + (shots[at]?.seconds ?? shotSeconds), 0);
    return seconds > longestFilm ? { field: 'shots', message: `总时长最多${longestFilm}秒` } : undefined;
  },
  sample: { before: 'villa-day', bases: ['villa-day', 'villa-dusk', 'office-street'] },
  keywords: ['相册', '幻灯片', '汇报', '动画', '多张', '几张', '拼成', '视频'],
});

export const videoTools = [text2Video, img2Video, imgs2Video] as const;
