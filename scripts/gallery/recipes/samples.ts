/** Materials as walls, floors and blocks under a light. */
import { categoryId } from '../categories.ts';
import type { PictureRecipe, Ratio } from '../recipe.ts';
import type { SampleForm } from '../sample-scene.ts';

type Texts = Pick<PictureRecipe, 'name' | 'title' | 'about' | 'tags'>;

const sample = (ratio: Ratio, form: SampleForm, texts: Texts): PictureRecipe => ({
  ...texts,
  kind: 'material',
  classifyId: categoryId('材质', form.category),
  view: '局部特写',
  time: form.shape === 'blocks' ? null : form.isLate ? '黄昏' : '晴天',
  scene: texts.name,
  ratio,
  making: { by: 'sample', form },
});

export const samples: readonly PictureRecipe[] = [
  sample(
    '4:3',
    { category: '石材', tone: 0, shape: 'corner', seed: 3 },
    {
      name: 'material-marble-corner',
      title: '浅纹云石 · 墙角',
      about: '大板在阳角处直接对缝，纹路逐板不同，叶影落在上面看得出石面很平。',
      tags: ['石材', '云石', '对缝'],
    },
  ),
  sample(
    '3:2',
    { category: '石材', tone: 2, shape: 'floor', seed: 8, isLate: true },
    {
      name: 'material-dark-stone-floor',
      title: '墨绿石材 · 地面',
      about: '深色石板铺地，低角度的光在板面上留下一层淡淡的反光。',
      tags: ['石材', '地面', '深色'],
    },
  ),
  sample(
    '4:3',
    { category: '木', tone: 1, shape: 'wall', seed: 5 },
    {
      name: 'material-walnut-wall',
      title: '胡桃木拼板 · 墙面',
      about: '窄板竖拼、端头错开，逐块色差让整面墙不显单调。',
      tags: ['木', '胡桃木', '拼板'],
    },
  ),
  sample(
    '1:1',
    { category: '木', tone: 2, shape: 'blocks', seed: 4 },
    {
      name: 'material-ash-blocks',
      title: '白蜡木 · 样块',
      about: '四块样板叠在一起看侧边与板面，纹理在转角处没有对上，这也是贴面的实情。',
      tags: ['木', '白蜡木', '样块'],
    },
  ),
  sample(
    '3:4',
    { category: '混凝土', tone: 2, shape: 'corner', seed: 7 },
    {
      name: 'material-concrete-corner',
      title: '清水混凝土 · 墙角',
      about: '模板缝和孔眼绕过阳角继续走，木凳和盆栽给出尺度。',
      tags: ['混凝土', '清水', '孔眼'],
    },
  ),
  sample(
    '4:3',
    { category: '砖', tone: 0, shape: 'corner', seed: 9, isLate: true },
    {
      name: 'material-brick-corner',
      title: '红砖墙角 · 黄昏',
      about: '顺砌红砖在转角处收口，低光把每条灰缝都勾成一道影子。',
      tags: ['砖', '红砖', '灰缝'],
    },
  ),
  sample(
    '1:1',
    { category: '砖', tone: 2, shape: 'wall', seed: 6, isLate: true },
    {
      name: 'material-pale-brick-wall',
      title: '米白砖墙 · 树影',
      about: '浅砖墙上停着一片树影，砖与砖之间的深浅差只在亮处看得见。',
      tags: ['砖', '米白砖', '树影'],
    },
  ),
  sample(
    '3:2',
    { category: '金属', tone: 1, shape: 'wall', seed: 11 },
    {
      name: 'material-bronze-wall',
      title: '古铜板 · 墙面',
      about: '开缝铜板逐块微微鼓起，反光因此各不相同，缝是唯一的直线。',
      tags: ['金属', '古铜', '开缝'],
    },
  ),
  sample(
    '4:3',
    { category: '金属', tone: 0, shape: 'blocks', seed: 3 },
    {
      name: 'material-aluminium-blocks',
      title: '拉丝铝板 · 样块',
      about: '拉丝方向横着走，匀光下铝板的明暗由面的朝向决定。',
      tags: ['金属', '铝板', '样块'],
    },
  ),
  sample(
    '3:4',
    { category: '涂料', tone: 2, shape: 'corner', seed: 12 },
    {
      name: 'material-clay-paint',
      title: '陶土涂料 · 墙角',
      about: '同一种陶土色，受光面偏橙、背光面偏紫，墙面没有别的东西可看。',
      tags: ['涂料', '陶土色', '墙角'],
    },
  ),
  sample(
    '4:3',
    { category: '涂料', tone: 1, shape: 'blocks', seed: 5 },
    {
      name: 'material-green-paint-blocks',
      title: '灰绿涂料 · 样块',
      about: '三块不同高度的样块刷同一种灰绿，看它在受光、侧光和背光处的差别。',
      tags: ['涂料', '灰绿', '样块'],
    },
  ),
  sample(
    '4:3',
    { category: '瓷砖', tone: 1, shape: 'floor', seed: 4 },
    {
      name: 'material-tile-floor',
      title: '浅灰瓷砖 · 地面',
      about: '六百见方的砖用细缝铺开，木凳和叶影落在上面。',
      tags: ['瓷砖', '地面', '浅灰'],
    },
  ),
  sample(
    '1:1',
    { category: '织物', tone: 0, shape: 'blocks', seed: 8 },
    {
      name: 'material-linen-blocks',
      title: '亚麻织物 · 样块',
      about: '亚麻包在三种高度的块上，经纬在近处一根根看得清。',
      tags: ['织物', '亚麻', '样块'],
    },
  ),
  sample(
    '3:2',
    { category: '皮革', tone: 0, shape: 'blocks', seed: 6 },
    {
      name: 'material-leather-blocks',
      title: '鞍棕皮革 · 样块',
      about: '鞍棕皮面按块拼缝，平放与直立两面的色感差一档。',
      tags: ['皮革', '鞍棕', '样块'],
    },
  ),
  sample(
    '3:2',
    { category: '屋面', tone: 0, shape: 'wall', seed: 13 },
    {
      name: 'material-clay-roof',
      title: '红陶平瓦',
      about: '平瓦错缝搭接，每一行下沿压出一道阴影，瓦色从砖红到深褐。',
      tags: ['屋面', '陶瓦', '红色'],
    },
  ),
  sample(
    '4:3',
    { category: '屋面', tone: 1, shape: 'corner', seed: 15 },
    {
      name: 'material-slate-roof',
      title: '青灰平瓦 · 挂墙',
      about: '青灰平瓦从屋面挂到墙上，转角处靠瓦的错缝自己咬合。',
      tags: ['屋面', '青灰', '挂瓦'],
    },
  ),
];
