/** Public interiors and the larger scenes of `scripts/scenes`. */
import type { Scene } from '../../../engine/kernels/trace/scene.ts';
import { buildBirdseye } from '../../scenes/birdseye.ts';
import { buildLandscape } from '../../scenes/landscape.ts';
import { buildLivingRoom } from '../../scenes/living-room.ts';
import { buildOffice } from '../../scenes/office.ts';
import { publicRooms } from '../../scenes/public-rooms.ts';
import { buildVilla } from '../../scenes/villa.ts';
import { categoryId } from '../categories.ts';
import type { PictureRecipe, Ratio } from '../recipe.ts';

type Texts = Pick<PictureRecipe, 'name' | 'title' | 'about' | 'tags'>;

const hall = (type: string, ratio: Ratio, texts: Texts, style?: string): PictureRecipe => ({
  ...texts,
  kind: 'picture',
  classifyId: categoryId('公装', type, ...(style ? [style] : [])),
  view: '人视',
  time: null,
  scene: texts.name,
  ratio,
  making: { by: 'scene', build: publicRooms[type]! },
});

const place = (
  category: readonly string[],
  ratio: Ratio,
  texts: Texts,
  build: () => Scene,
  { view = '人视', time = null }: Partial<Pick<PictureRecipe, 'view' | 'time'>> = {},
): PictureRecipe => ({
  ...texts,
  ...{ kind: 'picture', classifyId: categoryId(...category), view, time, scene: texts.name, ratio },
  making: { by: 'scene', build },
});

export const halls: readonly PictureRecipe[] = [
  hall('办公', '3:2', {
    name: 'hall-office',
    title: '开放办公区',
    about: '双列工位夹着中间走道，线形灯随桌排布，尽头一面竖木板把视线收住。',
    tags: ['办公', '工位', '线形灯'],
  }),
  hall('餐饮', '4:3', {
    name: 'hall-restaurant',
    title: '红砖餐厅',
    about: '圆桌各有一盏低吊的灯，后面的红砖墙和木吧台退成背景。',
    tags: ['餐饮', '圆桌', '红砖', '吊灯'],
  }),
  hall('酒店大堂', '16:9', {
    name: 'hall-lobby',
    title: '酒店大堂',
    about: '圆柱分出中间的路，云石地面一直铺到墨绿石墙前的长台，成组的玻璃灯悬在路的上方。',
    tags: ['酒店', '大堂', '云石', '吊灯'],
  }),
  hall('客房', '3:2', {
    name: 'hall-guest-room',
    title: '酒店客房',
    about: '床正对走进来的人，胡桃木墙面做床背，窗帘把左侧的日光收成一条。',
    tags: ['酒店', '客房', '胡桃木'],
  }),
  hall('展厅', '4:3', {
    name: 'hall-exhibition',
    title: '白墙展厅',
    about: '白墙上挂大幅画，展台错开站在路线中间，长凳留给想停下来的人。',
    tags: ['展厅', '白墙', '展台'],
  }),
  hall('售楼部', '1:1', {
    name: 'hall-sales',
    title: '沙盘展示厅',
    about: '沙盘放在大厅正中，两圈环形灯悬在上面，洽谈区退到石墙一侧。',
    tags: ['售楼部', '沙盘', '环形灯'],
  }),
  hall('商场', '3:4', {
    name: 'hall-mall',
    title: '商场中庭',
    about: '三层店铺面向通高中庭，玻璃栏板一层层退远，扶梯从中间斜上去。',
    tags: ['商场', '中庭', '扶梯'],
  }),
  hall('教室', '3:2', {
    name: 'hall-classroom',
    title: '普通教室',
    about: '课桌成排朝向黑板，左侧连续窗给桌面以左来光，讲台只抬高家具不抬高地面。',
    tags: ['教室', '课桌', '侧窗'],
  }),
  hall('医疗', '4:3', {
    name: 'hall-ward',
    title: '两人病房',
    about: '两张床之间用帘子分开，床头设备带连成一线，墙裙用好擦洗的瓷砖。',
    tags: ['医疗', '病房', '帘'],
  }),
  hall('健身', '16:9', {
    name: 'hall-gym',
    title: '健身房',
    about: '跑步机朝窗排开，哑铃架靠着镜墙，混凝土墙不再另做装饰。',
    tags: ['健身', '跑步机', '镜墙'],
  }),
  hall('会所', '3:2', {
    name: 'hall-club',
    title: '会所书吧',
    about: '四把皮椅围着壁炉，两侧是到顶的书柜，深木墙面把灯光压暗。',
    tags: ['会所', '壁炉', '书柜', '皮椅'],
  }),
  hall('舞台', '4:3', {
    name: 'hall-stage',
    title: '小剧场',
    about: '从池座后排看台口，红幕收在两侧，木台面正中放着一只方台。',
    tags: ['舞台', '剧场', '幕布'],
  }),
  place(
    ['室内', '客厅', '原木'],
    '3:2',
    {
      name: 'scene-living-room',
      title: '原木客厅 · 午后',
      about: '落地窗把花园接进客厅，橡木地板和浅布沙发受同一束斜光。',
      tags: ['客厅', '原木', '落地窗'],
    },
    () => buildLivingRoom('furnished'),
  ),
  place(
    ['景观', '公园', '现代'],
    '16:9',
    {
      name: 'scene-park-pavilion',
      title: '公园水畔凉亭 · 晴天',
      about: '凉亭伸到池边，芦苇和花畦把岸线分成几段，木栈道从近处绕进去。',
      tags: ['公园', '凉亭', '水面', '栈道'],
    },
    buildLandscape,
    { time: '晴天' },
  ),
  place(
    ['规划鸟瞰', '滨水', '晴'],
    '3:2',
    {
      name: 'scene-waterfront-quarter',
      title: '滨水住区 · 鸟瞰',
      about: '板楼与点楼沿河湾错开，岸边留出连续的步道和草地。',
      tags: ['鸟瞰', '住区', '滨水'],
    },
    () => buildBirdseye('photo'),
    { view: '鸟瞰', time: '晴天' },
  ),
  place(
    ['建筑', '别墅', '现代'],
    '16:9',
    {
      name: 'scene-pool-villa',
      title: '泳池住宅 · 蓝调时刻',
      about: '横向挑板压住整面玻璃，室内的暖光落进泳池，远处只剩天色。',
      tags: ['别墅', '泳池', '蓝调', '玻璃'],
    },
    () => buildVilla('dusk'),
    { time: '蓝调时刻' },
  ),
  place(
    ['建筑', '办公楼', '现代'],
    '3:2',
    {
      name: 'scene-corner-office',
      title: '街角办公楼 · 晴天',
      about: '办公楼转过街角，底层退出骑楼，行道树遮住一半人行道。',
      tags: ['办公楼', '街角', '行道树'],
    },
    () => buildOffice('photo'),
    { time: '晴天' },
  ),
];
