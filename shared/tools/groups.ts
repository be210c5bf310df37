import { type PictureKind, pictureKinds } from '../domain/picture-kind.ts';

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

const drawn = ['photo', 'model', 'lines'] as const;

/** Pictures that the tools of a group can do something with, unless a tool says otherwise. */
export const groupStartsFrom: Readonly<Record<ToolGroup, readonly PictureKind[]>> = {
  outdoor: drawn,
  indoor: drawn,
  landscape: drawn,
  plan: ['plan'],
  edit: pictureKinds,
  video: ['photo'],
};
