import { plain } from './search-words.ts';

/** Words that mean the same to who looks for pictures. One group a line; what is written first is shown first. */
const groups = `
商业综合体 商场 购物中心 mall shopping-mall
别墅 独栋 villa 独立住宅
住宅 小区 居住区 住区 residential
公寓 apartment loft
民宿 客栈 homestay b&b
酒店 宾馆 旅馆 hotel
酒店大堂 大堂 大厅 lobby
办公楼 写字楼 office 办公大楼
办公室 办公空间 workspace
办公园区 产业园 科技园 园区 campus
学校 校园 教学楼 school
幼儿园 托儿所 kindergarten
图书馆 library 书城
博物馆 美术馆 museum 艺术馆
文化建筑 文化中心 文化馆
体育馆 体育中心 体育场 stadium gym
医院 诊所 医疗 hospital
售楼部 售楼处 营销中心 示范区
会所 俱乐部 club clubhouse
商业街 步行街 街区 商业街区
商业门头 门头 门面 店招 storefront
工业厂房 厂房 工厂 factory
交通建筑 车站 高铁站 航站楼 机场
文旅 度假村 旅游 resort
餐饮 餐馆 饭店 restaurant
咖啡馆 咖啡厅 咖啡 cafe coffee
展厅 展馆 展览 showroom exhibition
健身 健身房 fitness
教室 课室 classroom
客厅 起居室 living-room 起居厅
卧室 睡房 主卧 bedroom
餐厅 饭厅 dining-room
厨房 kitchen
卫生间 浴室 洗手间 厕所 bathroom
书房 工作室 study
儿童房 小孩房 kids-room
玄关 门厅 入户 entrance
阳台 露台 balcony terrace
衣帽间 更衣室 wardrobe
庭院 院子 花园 garden courtyard
公园 绿地 park
滨水 水岸 湖畔 河边 江边 waterfront
乡村 村庄 田园 rural
古镇 古城 水乡
广场 plaza square
道路 街道 马路 street
侘寂 wabi-sabi 侘寂风 诧寂
极简 极简主义 minimal minimalist
现代 现代风格 modern 现代简约
新中式 中式 neo-chinese
法式 french
意式 italian
北欧 nordic scandinavian
日式 和风 japanese
美式 american
轻奢 light-luxury
工业风 工业 industrial
奶油风 奶油 cream
原木风 原木
中古 中古风 vintage mid-century
清水混凝土 素混凝土 混凝土 concrete 水泥
木构 木结构 timber
木 木头 木材 木质 wood
石材 石头 stone 大理石 marble
砖 红砖 砖墙 brick
玻璃 幕墙 玻璃幕墙 glass
金属 钢 铝板 metal
白墙 白色墙面 白色
落地窗 大窗 全景窗
坡屋顶 斜屋顶 坡屋面
平屋顶 平顶
泳池 游泳池 pool
夜景 夜晚 晚上 night
黄昏 傍晚 日落 落日 dusk sunset
清晨 晨曦 日出 早晨 sunrise
蓝调时刻 蓝调 blue-hour
雪景 雪 雪天 冬天 snow
雨天 下雨 雨 rain
雾天 雾 薄雾 fog
晴天 晴 阳光 sunny
鸟瞰 航拍 俯瞰 aerial birdseye
人视 人视图 透视
平面图 户型图 户型 平面 floor-plan
总平面 总平 总图 site-plan
立面 正立面 facade elevation
线稿 线描 白描 line-drawing
效果图 渲染 render rendering
手绘 素描 sketch
水彩 watercolor
剖面 剖面图 section
楼梯 台阶 stairs
沙发 sofa
灯光 照明 光影 light
`;

const byWord = new Map<string, readonly string[]>();
for (const line of groups.trim().split('\n')) {
  const words = line.split(' ');
  for (const word of words) byWord.set(plain(word), words);
}

/** The other words of its group, or none. */
export function synonymsOf(word: string): string[] {
  return (byWord.get(plain(word)) ?? []).filter((other) => plain(other) !== plain(word));
}

export const isSynonym = (word: string): boolean => byWord.has(plain(word));
