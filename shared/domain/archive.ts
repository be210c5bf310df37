/** Says which files an archive lacks; it is there only when some do. */
export const missingListName = '下载失败.txt';

/** The list of missing files. It begins with a byte order mark, by which some editors recognise UTF-8. */
export function missingListText(names: readonly string[]): string {
  return `\uFEFF以下 ${names.length} 个文件没有读到，未打包。请稍后重试，仍缺少时请联系客服：\r\n${names.join('\r\n')}\r\n`;
}
