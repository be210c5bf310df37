/** The groups of the tool wall, in the order they are shown. */
export const toolGroups = ['outdoor', 'indoor', 'landscape', 'plan', 'edit', 'video'] as const;
export type ToolGroup = (typeof toolGroups)[number];

export const toolGroupLabels: Record<ToolGroup, string> = {
  outdoor: '室外',
  indoor: '室内',
  landscape: '景观规划',
  plan: '平面',
  edit: '编辑',
  video: '视频',
};
