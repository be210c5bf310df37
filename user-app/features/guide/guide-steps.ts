/** One step of the tour: what is said, and what it is said of. */
export interface GuideStep {
  title: string;
  text: string;
  /** Selectors; the first that finds something to be seen is meant. */
  marks: readonly string[];
}

const menuOnPhones = '[data-guide="menu"]';

const otherSteps: readonly GuideStep[] = [
  {
    title: '全部工具在这里',
    text: '按室外、室内、景观、平面、编辑和视频分组。任何页面按 Ctrl + K 也能找到它们。',
    marks: ['[data-guide="tools"]', menuOnPhones],
  },
  {
    title: '做过的图都在作品里',
    text: '换页、刷新都不会丢。作品可以分项目、加星、对比和打包下载，删除后 30 天内能找回。',
    marks: ['[data-guide="works"]', menuOnPhones],
  },
  {
    title: '先看价格再生成',
    text: '生成按钮上写着价格，交付了才扣；失败或取消自动退回。',
    marks: ['[data-guide="tickets"]', '[data-guide="help"]'],
  },
  {
    title: '以后在这里找帮助',
    text: '帮助中心、外观和这份导览都在右上角，随时可以再看一遍。',
    marks: ['[data-guide="help"]'],
  },
];

const startSteps: Record<'home' | 'tool', GuideStep> = {
  home: {
    title: '从一张图开始',
    text: '拖入、粘贴或选一张照片、白模或平面图，这里会列出适合它的工具。手头没有图，就点下面的工具试样图。',
    marks: ['[data-guide="start"]'],
  },
  tool: {
    title: '画面在这里',
    text: '先放底图，或点一张样图试试；结果也出现在这里，可以对比、放大、继续修改。',
    marks: ['[role="group"][aria-label^="画面"]'],
  },
};

/** Five steps; the first one is about the page that is open. */
export function guideSteps(isOnTool: boolean): readonly GuideStep[] {
  return [startSteps[isOnTool ? 'tool' : 'home'], ...otherSteps];
}
