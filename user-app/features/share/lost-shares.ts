/**
 * Text of the confirmation before works with share links move to the recycle bin.
 * @param works number of works
 * @param links number of open links to their results
 */
export function lostShareWords(works: number, links: number): string {
  const which = works === 1 ? '这个作品' : `选中的 ${works} 个作品`;
  return `${which}有 ${links} 个分享链接，删除后别人就打不开了。30 天内恢复作品，没到期的链接也一起恢复。`;
}
