/** Questions to begin with, each answered without any model as well. */
export const starters: readonly { title: string; text: string }[] = [
  { title: '写描述', text: '帮我写一段湖边现代别墅黄昏的描述' },
  { title: '填工具', text: '把白天的室外照片换成傍晚亮灯的雨天，帮我填好工具' },
  { title: '设计说明', text: '设计说明怎么写' },
  { title: '汇报提纲', text: '汇报文本的结构怎么排' },
  { title: '材料表', text: '清水混凝土怎么描述' },
  { title: '用量', text: '6 米乘 3 米的墙贴 600×1200 的砖，损耗 5%，要多少片' },
  { title: '指标', text: '用地 12000 平方米，容积率 2.5，地上总建筑面积是多少' },
  { title: '规范用语', text: '容积率和建筑密度有什么区别，各怎么算' },
  { title: '光线', text: '灯光色温怎么选' },
  { title: '我的账号', text: '我还剩多少券' },
];
