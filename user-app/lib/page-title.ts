/** What the product is called, and what it is; the tab says it on every page (spec §1). */
export const siteTitle = '筑绘 AI - 建筑室内 AI 渲染平台';

export function pageTitle(screen: string | undefined): string {
  return screen ? `${screen} · ${siteTitle}` : siteTitle;
}
