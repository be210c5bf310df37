const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser in words, e.g. `Chrome · Windows`; what a program calls itself where it is none. */
export function browserName(userAgent: string): string {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const words = [find(browsers), find(systems)].filter(Boolean);
  return words.length > 0 ? words.join(' · ') : userAgent.slice(0, 40) || '未知程序';
}
