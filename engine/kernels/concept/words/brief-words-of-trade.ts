/** Words of the trade that say what a plainer word of the lexicon says, and that contain such words. */
import { type Entry, entry } from './brief-entry.ts';

/** Read before the plainer words. What no building is drawn by yet is not here, so that people are told of it. */
export const professionalWords: readonly Entry[] = [
  // Glass and openings.
  entry(
    '大面积玻璃',
    '落地(?:玻璃)?(?:窗|门窗|玻璃)|全景窗|通高玻璃|整面玻璃|大面积玻璃|大玻璃(?:窗|面)?|全玻璃|玻璃立面|玻璃表皮|通透立面|超白玻璃|中空玻璃|Low-?E玻璃|镀膜玻璃',
    'floor[- ]to[- ]ceiling (?:windows?|glass|glazing)|full[- ]height (?:windows?|glazing)|glass facade|panoramic windows?',
    { feature: 'curtainWall' },
  ),
  entry(
    '幕墙',
    '明框幕墙|隐框幕墙|半隐框幕墙|单元式幕墙|点式幕墙|点支式幕墙|双层幕墙|双层表皮|框架幕墙|拉索幕墙',
    'unitized curtain wall|double[- ]skin facade|structural glazing',
    { feature: 'curtainWall' },
  ),
  // Screens.
  entry(
    '格栅',
    '竖向?格栅|格栅立面|铝格栅|金属格栅|格栅屏风|竖梃|竖向构件|竖肋|遮阳板|遮阳构件|垂直遮阳|水平遮阳|遮阳百叶|立面百叶|铝百叶|垂片|翼片|外遮阳',
    'sun ?shad(?:es|ing)|sun ?screens?|mullions?|vertical ribs',
    { feature: 'fins' },
  ),
  // Open floors, galleries.
  entry(
    '柱廊',
    '外廊|风雨廊|敞廊|回廊|檐廊|柱列|列柱|拱廊|底层架空|架空层|首层架空|独立柱|廊道',
    'loggia|pilotis|stilts|covered walkway|veranda',
    { feature: 'colonnade' },
  ),
  entry(
    '阳台',
    '挑阳台|凸阳台|外挑阳台|退台|观景(?:阳台|平台|露台)|屋顶露台|空中露台',
    'setback terraces?|roof terraces?|loggias',
    {
      feature: 'balconies',
    },
  ),
  entry(
    '屋顶花园',
    '种植屋面|覆土屋面|屋顶农场|绿色屋面|第五立面绿化|空中绿化|垂直森林',
    'planted roof|rooftop garden|vegetated roof',
    {
      feature: 'roofGarden',
    },
  ),
  // Walls.
  entry(
    '清水混凝土',
    '素混凝土|清水砼|木模混凝土|裸露混凝土|粗野主义|野兽派|木纹混凝土',
    'beton brut|raw concrete|off[- ]form concrete',
    {
      style: 'fairConcrete',
      wall: 'concrete',
    },
  ),
  entry(
    '混凝土',
    'GRC板?|UHPC板?|预制混凝土(?:板)?|装配式混凝土|水泥板|纤维水泥板|水磨石|砼',
    'precast concrete|fib(?:re|er) cement|grc|uhpc',
    {
      wall: 'concrete',
    },
  ),
  entry('耐候钢', '考登钢|耐候板|锈蚀钢板|红锈板|科尔顿钢', 'cor-ten|rusty metal', { wall: 'corten' }),
  entry(
    '金属',
    '铝单板|铝塑板|蜂窝铝板|阳极氧化铝|铝镁锰板?|冲孔铝板|冲孔板|波纹板|压型钢板|金属网|拉网板|铝扣板|镜面不锈钢',
    'metal mesh|corrugated (?:metal|steel)|metal cladding|expanded metal',
    {
      wall: 'aluminium',
    },
  ),
  entry('深色金属', '黑色铝板|深色铝板|深灰铝板|黑钛|黑色型钢|直立锁边|钛锌', 'standing seam|anthracite metal', {
    wall: 'zinc',
  }),
  entry('铜', '铜皮|紫铜板?|氧化铜|铜绿|青铜板?', 'patinated copper|verdigris', { wall: 'copper' }),
  entry('陶板', '陶棍|陶管|釉面砖|釉面陶板|陶瓷板|陶百叶|赤陶', 'glazed tiles?|ceramic (?:tiles?|baguettes?)', {
    wall: 'terracotta',
  }),
  entry(
    '石材',
    '干挂石材|石材幕墙|莱姆石|米黄洞石|花岗石|芝麻灰|芝麻白|黄金麻|文化石|火山岩|青石|荔枝面|蘑菇石|石材立面',
    'stone cladding|limestone cladding|ashlar',
    {
      wall: 'limestone',
    },
  ),
  entry('深色石材', '黑金沙|中国黑|黑色花岗岩|深灰石材|玄武岩|石板瓦墙', 'black granite|dark slate', {
    wall: 'darkStone',
  }),
  entry('毛石', '块石|卵石墙|虎皮墙|虎皮石|干砌石|石笼|蛮石', 'gabions?|boulder walls?', { wall: 'rubble' }),
  entry(
    '红砖',
    '清水砖|陶土砖|劈开砖|砖拼花|花格砖|镂空砖墙|砖花墙|砖格栅|红砖外墙',
    'clay bricks?|brick lattice|perforated brick',
    { wall: 'brick' },
  ),
  entry('青砖', '青砖墙|灰砖墙|磨砖对缝|水泥砖', 'blue[- ]grey bricks?', { wall: 'greyBrick' }),
  entry(
    '涂料',
    '质感涂料|弹性涂料|仿石漆|肌理漆|硅藻泥|白色涂料|粉墙黛瓦|拉毛墙|乳胶漆|艺术涂料|水包水|水包砂',
    'textured paint|lime ?wash|whitewash',
    {
      wall: 'render',
    },
  ),
  entry(
    '木',
    '防腐木|菠萝格|柚木|橡木|松木|杉木|红雪松|木瓦|胶合竹木|木塑板?|生态木|挂木|仿木纹铝?板|木纹转印|木挂板',
    'shingles?|teak|oak|wood cladding|timber cladding',
    {
      wall: 'wood',
    },
  ),
  entry('深色木', '碳化木|重竹木|深色木饰面|烧杉板|炭烧木|红木', 'yakisugi|shou sugi ban|dark timber', {
    wall: 'darkWood',
  }),
  entry('夯土', '夯土墙|生土|黏土墙|土坯|夯筑', 'earthen walls?|cob walls?|pis[eé]', { wall: 'rammedEarth' }),
  // Roofs.
  entry('坡屋顶', '硬山|悬山|两坡|双坡顶|人字形屋顶|坡顶|小青瓦|黛瓦|筒瓦|瓦屋面', 'tiled roof|pitched', {
    roof: 'gable',
  }),
  entry('四坡顶', '四面坡|庑殿|攒尖', 'pyramid(?:al)? roof', { roof: 'hip' }),
  entry('飞檐', '重檐|翘檐|斗拱|歇山顶', 'flying eaves|dougong', { roof: 'sweeping' }),
  entry('锯齿顶', '锯齿天窗|北向天窗|折板屋面', 'north[- ]light roof', { roof: 'sawtooth' }),
  entry('拱顶', '连续拱|拱券屋面|筒形拱|拱壳', 'vaults|barrel vaults?', { roof: 'vault' }),
  entry('平屋顶', '平顶|无檐', 'parapet roof', { roof: 'flat' }),
  // Styles.
  entry('现代', '国际式|包豪斯|柯布西耶|密斯风|后现代|白色派', 'bauhaus|international style|mid[- ]century', {
    style: 'modern',
  }),
  entry('极简', '极少主义|安藤忠雄|日式|和风|禅意|留白|无印风', 'japandi|japanese|zen', { style: 'minimal' }),
  entry('新中式', '宋式|唐风|汉风|明清风格|马头墙|苏式园林|园林式|国风|合院式', 'suzhou style|huizhou style', {
    style: 'newChinese',
  }),
  entry('参数化', '有机形态|双曲面|自由曲面|非线性|流线型|异形|仿生|拓扑', 'free[- ]form|biomorphic|double[- ]curved', {
    style: 'parametric',
  }),
  entry('未来', '赛博朋克|太空感|高技派', 'cyberpunk|high[- ]tech', { style: 'futuristic' }),
  entry('木构', '木桁架|重木结构|木框架|榫卯|CLT', 'glulam|clt|post[- ]and[- ]beam', { style: 'timber' }),
  entry('工业', '厂房改造|旧厂改造|仓库改造|LOFT风', 'industrial conversion', { style: 'industrial' }),
  entry('古典', '巴洛克|哥特|文艺复兴|希腊复兴|三段式|民国风', 'baroque|neo[- ]?gothic|beaux[- ]arts', {
    style: 'classical',
  }),
  // Kinds.
  entry(
    '文化建筑',
    '档案馆|文化馆|纪念馆|科技馆|天文馆|城市展厅|展厅|礼堂|歌剧院|大剧院|报告厅|教堂|寺庙|茶室',
    'auditorium|opera house|memorial hall|church|chapel|archive',
    {
      kind: 'culture',
    },
  ),
  entry(
    '办公楼',
    '总部办公|甲级写字楼|研发楼|科研楼|行政楼|政务中心|银行|双子塔|商务楼',
    'r&d building|research building|bank building|twin towers',
    {
      kind: 'office',
    },
  ),
  entry(
    '小区住宅',
    '洋房|叠拼|板楼|塔式住宅|人才公寓|长租公寓|保障房|安置房|集合住宅|宿舍楼?|回迁房|花园洋房',
    'dormitor(?:y|ies)|social housing|row housing|maisonettes?',
    {
      kind: 'housing',
    },
  ),
  entry(
    '别墅',
    '联排|双拼|合院|叠墅|自建房|乡村住宅|度假屋|大平层别墅',
    'town ?houses?|semi-detached|bungalow|holiday home',
    { kind: 'villa' },
  ),
  entry(
    '医院',
    '住院楼|急诊楼|康复中心|养老院|疗养院|卫生院|社区医院|体检中心',
    'nursing home|inpatient|rehabilitation cent(?:er|re)',
    { kind: 'hospital' },
  ),
  entry(
    '学校',
    '实验楼|书院|培训中心|图文中心|报告厅楼|职业学院|九年一贯制|教育综合体',
    'classroom building|academy|laborator(?:y|ies)',
    { kind: 'school' },
  ),
  entry('体育馆', '球馆|篮球馆|全民健身中心|滑冰馆|游泳中心', 'natatorium|ice rink|sports complex', { kind: 'sports' }),
  entry(
    '工业厂房',
    '标准厂房|物流中心|生产车间|数据中心|机房楼|冷库|车库楼',
    'logistics cent(?:er|re)|data cent(?:er|re)|distribution cent(?:er|re)',
    {
      kind: 'factory',
    },
  ),
  entry(
    '交通建筑',
    '客运站|地铁站|候车厅|轮渡码头|换乘中心|收费站|服务区',
    'metro station|ferry terminal|bus terminal',
    { kind: 'transport' },
  ),
  entry(
    '商业综合体',
    '百货|超市|奥特莱斯|邻里中心|农贸市场|菜市场|商业裙房|影城',
    'department store|supermarket|market hall|outlet',
    { kind: 'mall' },
  ),
  entry('酒店', '度假酒店|温泉酒店|商务酒店|城市酒店', 'boutique hotel|spa resort', { kind: 'hotel' }),
  // Light, weather, place.
  entry('蓝调时刻', '华灯初上|掌灯时分|薄暮', 'nautical twilight', { hour: 'blueHour' }),
  entry('黄昏', '暖阳|斜阳|余晖|逆光夕照|火烧云', 'low sun|afterglow', { hour: 'dusk' }),
  entry(
    '雨',
    '暴雨|大雨|中雨|雨中|雨夜|湿润路面|湿地面|梅雨',
    'downpour|after the rain|wet (?:pavement|street|ground)',
    { weather: 'rain' },
  ),
  entry('雪', '初雪|雪地|银装素裹|暴雪|冰雪', 'blizzard|snowy ground', { weather: 'snow' }),
  entry('松林', '杉树|雪松|云杉|冷杉|水杉|油松|马尾松|罗汉松|黑松|针叶树', 'spruces?|firs?|cedar trees?|evergreens?', {
    trees: 'pine',
    feature: 'trees',
  }),
  entry('樱花', '晚樱|早樱|海棠|玉兰|梅花|桃树', 'magnolias?|plum blossoms?', { trees: 'cherry', feature: 'trees' }),
  entry(
    '树木',
    '香樟|梧桐|法桐|悬铃木|榉树|朴树|国槐|乔灌木|景观树|孤植树|树阵',
    'plane trees?|oak trees?|street trees',
    { feature: 'trees' },
  ),
  entry('灌木', '花境|绿篱|地被|花灌木|球灌木|草花|花坛', 'flower ?beds?|ground ?cover|planting beds?', {
    feature: 'shrubs',
  }),
  entry('草坪', '大草坪|缓坡草坪|草皮|微地形', 'turf|grassy slope', { feature: 'lawn' }),
  entry('水面', '镜面水池|静水面|叠水|浅水池|水镜|跌水|旱喷|景观水池', 'reflecting pool|water feature|mirror pool', {
    feature: 'water',
  }),
];
