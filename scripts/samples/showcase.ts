import { box, type SampleParts } from './tool-samples.ts';

const from = (name: string): SampleParts => ({ values: { upload_img: name } });

/** Base of a tool's card when it is not the sample of its definition: every card has a project of its own. */
export const showcase: Readonly<Record<string, SampleParts>> = {
  architecturalRender: {
    view: {
      ...{ model: 'villa', minutes: 960 },
      camera: { x: -10.041, y: 1.65, z: 17.831, yaw: 29.795, pitch: 0, lens: 28, shift: 0.22 },
    },
  },
  // At dusk with the lamps off: no guess of panes shows in the first picture of the home page.
  atmosphereChange: { values: { upload_img: 'museum', time: 'dusk', areLightsAutomatic: false } },
  birdsViewRender: {
    view: {
      ...{ model: 'villa', minutes: 600 },
      camera: { x: -19, y: 24, z: 26, yaw: 36.703, pitch: 34, lens: 40, shift: 0.03 },
    },
  },
  clean: { values: { upload_img: 'office-tower' }, mask: box(205, 650, 205, 85) },
  compress: { values: { images: ['housing'] } },
  extendImg: from('sports-hall'),
  img2Video: from('hotel'),
  imgs2Video: { values: { images: ['sales-office', 'kindergarten', 'gate-house'] } },
  indoorExterior: { values: { upload_img: 'room-corner' }, mask: box(330, 430, 420, 270) },
  indoorRender: {
    view: {
      ...{ model: 'room', minutes: 600 },
      camera: { x: 2.313, y: 1.5, z: -1.067, yaw: -135, pitch: 0, lens: 20, shift: -0.05 },
    },
  },
  lama: { values: { upload_img: 'workshop' }, mask: box(962, 118, 62, 302) },
  localRenderingPro: {
    values: { upload_img: 'town-house', promptTxt: '红砖墙面' },
    mask: [
      [350, 405],
      [525, 268],
      [628, 415],
    ],
  },
  localRenderingProIndoor: { values: { upload_img: 'room-study' }, mask: box(190, 170, 260, 180) },
  lockImg: from('room-dining'),
  materialChange: {
    values: { upload_img: 'room-gallery', classifyId2: '802' },
    mask: [
      [140, 503],
      [880, 513],
      [1024, 605],
      [1024, 768],
      [0, 768],
      [0, 560],
    ],
  },
  realUpImg: from('shopping-street'),
  styleTransfer: from('clubhouse'),
  styleTransferIndoor: from('room-bedroom'),
  text2Video: { values: { promptTxt: '高铁站，大跨屋面，清晨，镜头缓缓推近' } },
  toline: from('school'),
  upScaleImg: from('hospital'),
};

/**
 * Tools whose results on any sample picture an architect would not show: their cards and empty stages stand without one
 * until a result stands up to being looked at.
 */
export const withoutResult: ReadonlySet<string> = new Set([
  'architecturalPart',
  'localRenderingPro',
  'localRenderingProIndoor',
  'indoorExterior',
  'ailive',
]);
