/** A screen of the user app. */
export interface Screen {
  path: string;
  /** What the tab is called, before the site's name. */
  title: string;
  isWithoutHeader?: boolean;
  isWithoutFooter?: boolean;
}

const screens = (...rows: [path: string, title: string, chrome?: 'no footer' | 'bare'][]): Screen[] =>
  rows.map(([path, title, chrome]) => ({
    path,
    title,
    isWithoutHeader: chrome === 'bare',
    isWithoutFooter: chrome !== undefined,
  }));

/** Every path of docs/RULES.md R15 and of the gallery; ids in paths are examples. */
export const screenGroups: Readonly<Record<string, Screen[]>> = {
  'screens about the product': screens(
    ['/', '首页', 'no footer'],
    ['/home', '首页'],
    ['/list', '功能列表'],
    ['/user/login', '登录'],
    ['/agreement', '用户协议'],
    ['/aiDesignMangement', '设计管理', 'bare'],
    ['/dingzhi', '定制采购'],
    ['/deepseek', 'AI 助手', 'no footer'],
    ['/gpt2', 'AI 助手'],
    ['/membership', '会员与券'],
    ['/orders', '我的订单'],
    ['/tickets', '券明细'],
    ['/done', '订单结果'],
    ['/done2', '操作完成'],
    ['/client', '客户端'],
  ),
  'render tools': screens(
    ['/ailive', '实时渲染'],
    ['/localRenderingPro', '室外局部重绘（高级）'],
    ['/localRenderingProIndoor', '室内局部重绘（高级）'],
    ['/allPlan', '总平彩图'],
    ['/emptyRoom', '空房布置'],
    ['/indoorExterior', '室内单体填充'],
    ['/architecturalPart', '建筑局部渲染'],
    ['/birdsViewRender', '鸟瞰渲染'],
    ['/lockImgOut', '建筑材质锁定写实'],
    ['/landscapeRender', '景观渲染'],
    ['/lockImg', '室内材质锁定'],
    ['/gongzhuangRender', '公装渲染'],
    ['/indoorRender', '家装渲染'],
    ['/colorFlatPicture', '彩色户型图'],
    ['/architecturalRender', '建筑渲染'],
    ['/architecturalRenderNew', '建筑渲染'],
  ),
  'tools for pictures and videos': screens(
    ['/toline', '转线稿'],
    ['/matting', '抠图'],
    ['/extendImg', '扩图'],
    ['/clean', '消除'],
    ['/realUpImg', '细节增强放大'],
    ['/compress', '无损压缩'],
    ['/upScaleImg', '清晰度提升'],
    ['/text2Img', '文生图'],
    ['/atmosphereChange', '氛围转换'],
    ['/styleTransfer', '室外风格迁移'],
    ['/styleTransferIndoor', '室内风格迁移'],
    ['/materialChange', '材质替换'],
    ['/text2Video', '文生视频'],
    ['/img2Video', '单图转视频'],
    ['/imgs2Video', '多图转视频'],
    ['/lama', '局部渲染', 'bare'],
  ),
  'gallery screens': screens(
    ['/tupianHome', '灵感图库'],
    ['/caseHome', '案例'],
    ['/findPage', '发现'],
    ['/seachInspiration', '图集'],
    ['/authorInspirationhome/1', '图集详情'],
    ['/insHomeByCreate/1', '我创建的图集'],
    ['/insHomeByCollect/1', '我收藏的图集'],
    ['/insHomeByCase/1', '案例详情'],
    ['/searchCase', '搜索案例'],
    ['/anliSearch', '搜索案例'],
    ['/moreCollections', '更多图集'],
    ['/myDownloads', '我的下载'],
    ['/similar/1', '相似图片'],
    ['/casemineByCreate', '我的主页 · 创建'],
    ['/casemineByCollect', '我的主页 · 收藏'],
    ['/casemineByCase', '我的主页 · 案例'],
    ['/classifyPage/1-2-3', '图片分类'],
    ['/classifyCase/1', '案例分类'],
    ['/aiToolPage', '自研 AI 工具'],
    ['/authorHomePage/1', '案例作者'],
    ['/landing', '欢迎'],
    ['/myPersonCenter', '个人中心'],
    ['/otherPersonCenter/1', '个人主页'],
    ['/qaPage', '帮助中心'],
  ),
};
