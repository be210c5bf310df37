import type { ToolGroup } from '#shared/tools/groups';

/** Descriptions that work as they are: what stands there, what it is made of, the light, the view. */
export const descriptions: readonly { group: ToolGroup; title: string; text: string }[] = [
  {
    group: 'outdoor',
    title: '清水混凝土文化馆 · 黄昏',
    text: '两层文化馆，清水混凝土墙面带木模板纹，底层通高玻璃，入口处深挑檐，窗内暖光透出。黄昏，天空蓝紫渐变，地面微湿有倒影。人视角度，前景有三五行人和两棵乔木。',
  },
  {
    group: 'outdoor',
    title: '沿街办公楼 · 阴天写实',
    text: '六层办公楼，竖向铝板格栅与灰色玻璃交替，底商橱窗，人行道铺花岗岩。阴天漫射光，颜色克制，车辆少，不要夸张的天空。',
  },
  {
    group: 'indoor',
    title: '原木客厅 · 上午',
    text: '客厅，橡木地板与同色墙板，米白布艺沙发，黑色细腿茶几，亚麻窗帘半开。上午侧光，墙上有窗影。保持原有门窗位置，不新增开洞。',
  },
  {
    group: 'indoor',
    title: '酒店大堂 · 夜',
    text: '酒店大堂，洞石墙面，深色木饰面服务台，地面大板石材有柔和反射，吊灯为成组玻璃圆球。夜间，灯光 3000K，局部重点照明，人流少。',
  },
  {
    group: 'landscape',
    title: '滨水步道 · 清晨',
    text: '滨水木栈道，旁边是芦苇和鸢尾，远处一座单跨步行桥。清晨薄雾，低角度阳光从左侧来，水面平静。栈道上有一位跑步的人。',
  },
  {
    group: 'plan',
    title: '住区总平 · 清新',
    text: '住区总平面彩图，建筑屋顶浅灰带统一阴影，道路浅米色，绿地用两种绿，水体浅蓝，运动场地砖红色。阴影方向东南，保留全部线稿。',
  },
  {
    group: 'video',
    title: '推进镜头 · 庭院入口',
    text: '镜头缓慢推进，从院墙外穿过月洞门看到庭院水面，树影轻微摇动，光线稳定，不要出现新的建筑构件。',
  },
];
