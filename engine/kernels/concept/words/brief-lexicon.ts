/** The words the reader of descriptions knows, Chinese and English, and what each one sets. */
import { parseHexColour } from '../../../base/colour.ts';
import type { BuildingKind, Feature, StyleName, WallName } from './brief.ts';
import { type Entry, entry } from './brief-entry.ts';
import { professionalWords } from './brief-words-of-trade.ts';

const kind = (value: BuildingKind, label: string, chinese: string, english: string) =>
  entry(label, chinese, english, { kind: value });
const style = (value: StyleName, label: string, chinese: string, english: string) =>
  entry(label, chinese, english, { style: value });
const wall = (value: WallName, label: string, chinese: string, english: string) =>
  entry(label, chinese, english, { wall: value });
const colour = (hex: string, label: string, chinese: string, english: string) =>
  entry(label, chinese, english, { colour: parseHexColour(hex) });
const feature = (value: Feature, label: string, chinese: string, english: string) =>
  entry(label, chinese, english, { feature: value });

/** More particular words stand before those they contain: what has been read is not read again. */
export const lexicon: readonly Entry[] = [
  ...professionalWords,
  entry('鸟瞰', '无人机(?:航拍|视角)?|航拍', 'drone(?: view| shot)?', { view: 'aerial' }),
  entry('半鸟瞰', '半鸟瞰', 'half aerial|semi[- ]aerial|low aerial', { view: 'semiAerial' }),
  entry('鸟瞰', '鸟瞰', "aerial(?: view)?|bird'?s?[- ]?eye(?: view)?", { view: 'aerial' }),
  entry('仰视', '仰视|仰拍|低角度', "low[- ]angle|worm'?s[- ]eye|looking up", { view: 'lowAngle' }),
  entry('正立面', '正立面|立面图|正面', 'front(?:al)? (?:view|elevation)|elevation|facade view', { view: 'elevation' }),
  entry('轴测', '轴测|等轴', 'axonometric|isometric', { view: 'axonometric' }),
  entry('顶视', '顶视|俯视|总平', 'top[- ]?(?:down )?view|plan view|from above', { view: 'top' }),
  entry('局部特写', '局部特写|特写|局部|细部', 'close[- ]?up|detail view|detail', { view: 'closeUp' }),
  entry('人视', '人视(?:点|角)?|街景|街道视角', 'eye[- ]level|street (?:view|level)', { view: 'eye' }),

  entry('室内', '室内|客厅|起居室|卧室|书房|大堂|门厅|中庭内', 'interior|living room|bedroom|lobby|indoor', {
    isInterior: true,
  }),

  kind(
    'officePark',
    '办公园区',
    '办公园区|产业园区?|科技园区?|总部园区|总部基地',
    'office park|business park|tech park|campus offices',
  ),
  kind('kindergarten', '幼儿园', '幼儿园|托儿所', 'kindergarten|nursery school|preschool'),
  kind('mall', '商业综合体', '商业综合体|综合体|购物中心|商场', 'shopping (?:mall|cent(?:er|re))|mall|mixed[- ]use'),
  kind('shoppingStreet', '商业街', '商业街区?|步行街', 'shopping street|retail street|high street'),
  kind(
    'shopFront',
    '商业门头',
    '商业门头|门头|店面|店铺|咖啡店|咖啡馆|书店',
    'shop ?front|store ?front|shop|cafe|bookstore',
  ),
  kind(
    'salesCentre',
    '售楼部',
    '售楼部|售楼处|售楼中心|展示中心',
    'sales (?:cent(?:er|re)|pavilion|office)|show pavilion',
  ),
  kind('guesthouse', '民宿', '民宿|客栈|精品酒店', 'guest ?house|homestay|b&b|lodge|inn'),
  kind('hotel', '酒店', '酒店|宾馆|度假村', 'hotel|resort'),
  kind('hospital', '医院', '医院|医疗中心|门诊楼?', 'hospital|clinic|medical cent(?:er|re)'),
  kind('school', '学校', '学校|小学|中学|大学|教学楼|校舍', 'school|university|college|teaching building'),
  kind('sports', '体育馆', '体育馆|体育场|体育中心|游泳馆', 'stadium|arena|gymnasium|sports (?:hall|cent(?:er|re))'),
  kind(
    'transport',
    '交通建筑',
    '交通建筑|高铁站|火车站|航站楼|车站|机场',
    '(?:railway|train|bus) station|station|terminal|airport',
  ),
  kind('factory', '工业厂房', '工业厂房|厂房|工厂|仓库|车间', 'factory|warehouse|plant building|workshop'),
  kind('club', '会所', '会所|俱乐部', 'club ?house|club'),
  kind(
    'culture',
    '文化建筑',
    '文化建筑|文化中心|博物馆|美术馆|图书馆|展览馆|剧院|音乐厅|艺术中心|规划馆',
    'museum|gallery|library|theat(?:er|re)|concert hall|cultural cent(?:er|re)|art cent(?:er|re)',
  ),
  kind('tourism', '文旅', '文旅(?:小镇)?|游客中心|景区|古镇', 'visitor cent(?:er|re)|tourist town|resort village'),
  kind(
    'office',
    '办公楼',
    '办公大?楼|写字楼|办公|总部大?楼?|塔楼|摩天楼',
    'office(?: building| tower| block)?|headquarters|tower|skyscraper',
  ),
  kind(
    'housing',
    '小区住宅',
    '小区住宅|住宅楼|住宅小区|公寓楼?|高层住宅|住宅|小区',
    'housing|apartments?(?: building| block)?|residential (?:tower|building|block)|flats|condominium',
  ),
  entry('木屋', '小木屋|木屋', 'log cabin|wooden (?:house|cabin)|cabin', {
    kind: 'villa',
    style: 'timber',
    wall: 'wood',
  }),
  kind('villa', '别墅', '别墅|独栋|小住宅|豪宅|农宅', 'villa|house|mansion|cottage|detached home|residence'),

  style('newChinese', '新中式', '新中式|中式|东方|徽派|江南', 'new chinese|neo[- ]chinese|chinese|oriental'),
  style('artDeco', 'Art Deco', '装饰艺术', 'art deco'),
  style('french', '法式', '法式|孟莎', 'french|haussmann'),
  style('classical', '古典', '古典|欧式|罗马|新古典', 'classical|neo[- ]?classical|roman|palladian'),
  style('industrial', '工业', '工业风|loft', 'industrial'),
  style('minimal', '极简', '极简|简约|侘寂', 'minimal(?:ist|ism)?'),
  style('parametric', '参数化', '参数化|扎哈|流线|曲线|曲面|流动', 'parametric|zaha|fluid|curv(?:ed|y|ing)|organic'),
  style('futuristic', '未来', '未来(?:感|主义)?|科幻|科技感', 'futuristic|sci-fi|future'),
  style('timber', '木构', '木构|木结构|胶合木', 'timber[- ]frame|mass timber|wooden structure'),
  style('vernacular', '乡土', '乡土|夯土民居|石砌|乡村风', 'vernacular|rustic'),
  style('modern', '现代', '现代(?:主义|风格?)?|当代', 'modern(?:ist)?|contemporary'),

  entry('清水混凝土', '清水混凝土', 'fair[- ]faced concrete|board[- ]formed concrete|exposed concrete|brutalist', {
    style: 'fairConcrete',
    wall: 'concrete',
  }),
  wall('concrete', '混凝土', '混凝土|水泥', 'concrete|cement'),
  wall('corten', '耐候钢', '耐候钢|锈钢板?|锈板', 'corten|weathering steel|rusted steel'),
  wall('terracotta', '陶板', '陶板|陶土|陶砖', 'terra ?cotta|ceramic panels?'),
  wall('copper', '铜', '铜板?|黄铜|古铜', 'copper|brass|bronze'),
  wall('zinc', '深色金属', '钛锌板?|锌板|深灰金属|黑色金属|黑钢', 'zinc|dark metal|black (?:metal|steel)'),
  wall(
    'aluminium',
    '金属',
    '铝板|金属板?|穿孔板|不锈钢|钢板',
    'alumin(?:i)?um|metal(?: panels?)?|perforated metal|steel',
  ),
  wall('greyBrick', '青砖', '青砖|灰砖', '(?:grey|gray) bricks?'),
  wall('paleBrick', '浅色砖', '白砖|米黄砖|浅色砖|浅砖', '(?:pale|white|cream|light) bricks?'),
  wall('brick', '红砖', '红砖|砖墙|砖砌|面砖|砖', '(?:red )?bricks?(?:work)?'),
  wall('rammedEarth', '夯土', '夯土|土墙|黄泥', 'rammed earth|adobe|mud wall'),
  wall('rubble', '毛石', '毛石|片石|乱石|石墙', 'rubble|field ?stone|dry stone'),
  wall('darkStone', '深色石材', '深色石材|黑色石材|黑石|板岩', 'dark stone|slate|basalt'),
  wall(
    'limestone',
    '石材',
    '石灰岩|砂岩|洞石|花岗岩|大理石|米黄石材|石材',
    'limestone|sandstone|travertine|granite|marble|stone',
  ),
  wall('bamboo', '竹', '竹(?:材|编|钢|格栅)', 'bamboo (?:screen|cladding)'),
  wall('darkWood', '深色木', '深色木|胡桃木|炭化木|烧杉', 'dark wood|walnut|charred (?:wood|timber)'),
  entry('木格栅', '木(?:质|制)?(?:竖)?(?:格栅|百叶)', '(?:timber|wood(?:en)?) (?:screens?|slats|louvers|louvres)', {
    wall: 'wood',
    feature: 'fins',
  }),
  wall(
    'wood',
    '木',
    '木材|原木|木板|木饰面|木质|雪松(?!林)|(?<![灌树乔草积花])木(?!构)',
    'wood(?:en)?|timber|cedar|larch',
  ),
  wall('glass', '玻璃', '玻璃(?:盒子)?', 'glass|glazed'),
  wall('render', '涂料', '涂料|真石漆|抹灰|白墙|粉墙|灰泥', 'stucco|render(?:ed walls?)|plaster|white walls?'),

  feature('curtainWall', '幕墙', '幕墙', 'curtain ?walls?'),
  feature(
    'fins',
    '竖向格栅',
    '竖向?(?:格栅|线条|百叶|遮阳)|格栅|百叶|遮阳',
    'fins|louvers|louvres|vertical slats|brise[- ]soleil',
  ),
  feature('balconies', '阳台', '阳台|露台', 'balcon(?:y|ies)|terraces?'),
  feature('colonnade', '柱廊', '柱廊|连廊|骑楼|廊架|柱', 'colonnade|columns|arcade|portico'),
  feature('roofGarden', '屋顶花园', '屋顶花园|绿化屋面|屋顶绿化|空中花园', 'roof garden|green roof|sky garden'),
  feature('courtyard', '庭院', '庭院|院落|内院|天井|中庭', 'courtyard|patio|atrium'),
  feature('canopy', '雨篷', '雨篷|雨棚|挑檐|入口门廊', 'canopy|porch|overhang|cantilever(?:ed)?'),
  feature('pool', '泳池', '无边(?:际)?泳池|泳池|游泳池', '(?:infinity |swimming )?pool'),

  entry('四坡顶', '四坡(?:屋?顶|屋面)?', 'hip(?:ped)? roofs?', { roof: 'hip' }),
  entry('坡屋顶', '双坡(?:屋?顶|屋面)?|人字顶|坡屋?顶|坡屋面|尖顶', 'gabled?(?: roofs?)?|pitched roofs?|a-frame', {
    roof: 'gable',
  }),
  entry('飞檐', '飞檐|歇山|翘角|大屋顶|起翘', 'sweeping eaves|upturned eaves', { roof: 'sweeping' }),
  entry('孟莎顶', '孟莎(?:屋?顶)', 'mansard(?: roof)?', { roof: 'mansard' }),
  entry('锯齿顶', '锯齿(?:形)?(?:屋?顶|天窗)?', 'saw[- ]?tooth(?: roof)?', { roof: 'sawtooth' }),
  entry('拱顶', '拱顶|筒拱|拱形屋顶', 'vault(?:ed)?(?: roof)?|barrel roof', { roof: 'vault' }),
  entry('平屋顶', '平屋?顶|平屋面', 'flat roof', { roof: 'flat' }),

  entry('蓝调时刻', '蓝调时刻|蓝调|暮色|入夜', 'blue hour|twilight', { hour: 'blueHour' }),
  entry('夜景', '夜景|夜晚|夜间|深夜|晚上|星空|夜', 'night(?:time)?|at night|midnight', { hour: 'night' }),
  entry('黄昏', '黄昏|傍晚|日落|夕阳|晚霞|落日', 'dusk|sunset|golden hour|evening', { hour: 'dusk' }),
  entry('清晨', '清晨|晨曦|早晨|日出|晨光|黎明|晨', 'dawn|sunrise|(?:early )?morning', { hour: 'morning' }),
  entry('白天', '正午|中午|白天|午后|日景|下午', 'noon|midday|daytime|afternoon|day(?:light)?', { hour: 'day' }),
  entry('雪', '雪景|下雪|积雪|大雪|雪后|白雪|雪(?!山)', 'snow(?:y|ing|fall)?|snow[- ]covered', { weather: 'snow' }),
  entry('雨', '雨天|下雨|小雨|细雨|阴雨|雨后|雨(?!篷|棚)', 'rain(?:y|ing)?|drizzle|wet', { weather: 'rain' }),
  entry('雾', '雾天|薄雾|晨雾|云雾|大雾|雾|烟雨', 'fog(?:gy)?|mist(?:y)?|haz[ey]', { weather: 'fog' }),
  entry('阴天', '阴天|多云|阴(?!影)', 'overcast|cloudy|grey sky|gr[ae]y day', { weather: 'overcast' }),
  entry('晴天', '晴天|晴朗|晴空|阳光(?:明媚)?|蓝天|晴', 'sunny|clear sky|blue sky|sunlight|sunlit|clear', {
    weather: 'clear',
  }),
  entry('春', '春天|春季|春', 'spring', { season: 'spring' }),
  entry('秋', '秋天|秋季|秋色|金秋|深秋|红叶|秋', 'autumn|fall colou?rs?|fall foliage', { season: 'autumn' }),
  entry('冬', '冬天|冬季|冬', 'winter', { season: 'winter' }),
  entry('夏', '夏天|夏季|盛夏|夏', 'summer', { season: 'summer' }),

  entry('松林', '松林|松树|杉林|雪松林|针叶林', 'pine (?:forest|trees?|woods?)|pines?|conifers?|fir trees?', {
    trees: 'pine',
    feature: 'trees',
  }),
  entry('竹林', '竹林|竹子|翠竹|竹', 'bamboo(?: grove| forest)?', { trees: 'bamboo', feature: 'trees' }),
  entry('棕榈', '棕榈|椰(?:子)?树|椰林|热带', 'palms?(?: trees?)?|tropical', { trees: 'palm', feature: 'trees' }),
  entry('樱花', '樱花|花树|桃花', 'cherry (?:blossoms?|trees?)|sakura|blossoms?', {
    trees: 'cherry',
    feature: 'trees',
  }),
  entry('枫', '枫树|枫林|红枫|枫', 'maples?(?: trees?)?', { trees: 'maple', feature: 'trees' }),
  entry('银杏', '银杏', 'ginkgos?', { trees: 'ginkgo', feature: 'trees' }),
  entry('白桦', '白桦林?|桦树', 'birch(?:es)?(?: trees?)?', { trees: 'birch', feature: 'trees' }),

  entry('雪山', '雪山|冰川', 'snow(?:y|-capped)? (?:mountains?|peaks?)|alps|alpine|glacier', {
    surroundings: 'snowMountain',
  }),
  entry('海岸', '海边|海岸|海滨|悬崖|沙滩|大海|海', 'sea(?:side|shore)?|coast(?:al|line)?|ocean|beach|cliff', {
    surroundings: 'coast',
  }),
  entry(
    '滨水',
    '湖边|湖畔|湖面|湖|河边|江边|滨水|水岸|临水|水边|水面|倒影|水景|河|江(?!南)',
    'lake(?:side|shore|front)?|river(?:side)?|water(?:front|side)|by the water|reflections?',
    { surroundings: 'waterfront', feature: 'water' },
  ),
  entry(
    '山林',
    '山林|山间|森林|林间|山谷|群山|山坡|林中|树林|山',
    'forest|woods|woodland|hill(?:side|s)?|mountains?|valley',
    { surroundings: 'forest' },
  ),
  entry('沙漠', '沙漠|戈壁|荒漠', 'desert|dunes?', { surroundings: 'desert' }),
  entry('乡村田园', '乡村|田园|田野|稻田|麦田|草原|村落|村庄', 'countryside|rural|fields?|meadows?|village|farmland', {
    surroundings: 'countryside',
  }),
  entry('园区', '园区|校园', 'campus|park', { surroundings: 'campus' }),
  entry('住区', '住区|社区', 'suburb(?:an)?|neighbou?rhood|residential area', { surroundings: 'residential' }),
  entry('城市街区', '城市|街区|街角|街道|都市|闹市|市中心|cbd', 'city|urban|street|downtown|corner', {
    surroundings: 'city',
  }),

  feature('cars', '车辆', '汽车|车辆|轿车|车流|车', 'cars?|vehicles?|traffic'),
  feature('people', '人物', '行人|人群|人物|游客|人流|人', 'people|pedestrians?|figures?|crowds?|persons?'),
  feature('trees', '树木', '行道树|大树|树木|乔木|绿树|绿化|植物|绿植|树', 'trees?|plants?|greenery|vegetation'),
  feature('shrubs', '灌木', '灌木|花园|花草|花丛|花|园林|绿篱', 'shrubs?|bushes|garden|flowers?|hedges?|landscaping'),
  feature('lawn', '草坪', '草坪|草地|草', 'lawns?|grass'),
  feature('water', '水面', '水池|镜面水|喷泉|池塘|水', 'pond|water|fountain'),
  feature('mountains', '远山', '远山|背景山|山脉', 'distant mountains|mountain range'),
  feature(
    'neighbours',
    '周边建筑',
    '周边建筑|周围建筑|邻楼|背景建筑|建筑群',
    'neighbou?ring buildings|other buildings|skyline|surrounding buildings',
  ),
  feature('clouds', '云', '云彩|白云|云', 'clouds?'),
  feature(
    'lamps',
    '灯光',
    '灯光|亮灯|暖光|窗灯|万家灯火|灯',
    'lights?|lit windows|warm light|glow(?:ing)?|lamps?|illuminated',
  ),

  entry('超高层', '超高层', 'super[- ]?tall', { storeys: 46 }),
  entry('小高层', '小高层', 'mid[- ]?rise', { storeys: 11 }),
  entry('高层', '高层', 'high[- ]?rise|tall', { storeys: 24 }),
  entry('多层', '多层', 'low[- ]?rise', { storeys: 6 }),

  colour('#e6dcc6', '米色', '米白|米色|米黄|奶油色?|象牙', 'beige|cream|ivory|sand'),
  colour('#f0eeea', '白色', '纯白|白色|洁白|白', 'white'),
  colour('#35363a', '黑色', '黑色|黑', 'black'),
  colour('#5b5d61', '深灰', '深灰|炭灰|炭黑', 'charcoal|dark gr[ae]y|anthracite'),
  colour('#a3a29d', '灰色', '浅灰|灰色|灰', 'gr[ae]y'),
  colour('#a2402f', '红色', '砖红|朱红|红色|红', 'red'),
  colour('#d08a4e', '橙色', '橙色|橙', 'orange'),
  colour('#dcb65a', '黄色', '黄色|金色|黄', 'yellow|gold(?:en)?'),
  colour('#6d8f63', '绿色', '墨绿|绿色', 'green'),
  colour('#5c82a8', '蓝色', '蓝色|湖蓝|天蓝', 'blue'),
  colour('#7f5b41', '棕色', '棕色|褐色|咖啡色|棕|褐', 'brown'),
];
