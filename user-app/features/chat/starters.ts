/** Questions to begin with, each answered without any model as well. */
export const starters: readonly { title: string; text: string }[] = [
  { title: '写描述', text: '帮我写一段建筑渲染的描述：三层社区文化馆，清水混凝土和木格栅，黄昏，人视角度，要有行人' },
  { title: '填工具', text: '把白天的室外照片换成傍晚亮灯的雨天，帮我填好工具' },
  { title: '设计说明', text: '设计说明一般写哪几部分，每部分写什么' },
  { title: '汇报提纲', text: '方案汇报怎么排顺序，要准备哪些图' },
  { title: '材料表', text: '清水混凝土有什么特点，渲染时怎么描述' },
  { title: '用量', text: '一面墙 6 米乘 3 米，扣掉 1.5 米乘 2.1 米的门，贴 600×1200 的砖，损耗 5%，要多少块' },
  { title: '指标', text: '用地 12000 平方米，容积率 2.5，地上总建筑面积是多少' },
  { title: '规范用语', text: '容积率和建筑密度有什么区别，各怎么算' },
  { title: '光线', text: '室内夜景的灯光色温和层次怎么写才自然' },
  { title: '我的账号', text: '我还剩多少券，最近的任务怎么样了' },
];
