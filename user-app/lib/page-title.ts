/** Product name and description, shown in the tab title of every page (docs/RULES.md R19). */
const siteTitle = '筑绘 AI - 建筑室内 AI 渲染平台';

/** @param screen what the screen is called; without it the product alone */
export function pageTitle(screen?: string): string {
  return screen ? `${screen} · ${siteTitle}` : siteTitle;
}
