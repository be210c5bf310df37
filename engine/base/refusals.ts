import { toolById } from '#shared/tools/registry';
import { UnsuitablePicture } from './job.ts';

/**
 * Sentences of refusals that send people to other tools, by what was seen. `{id}` stands for the title of a tool, which
 * has to accept the very picture (a test goes through all of them), and `[name]` for a detail.
 */
export const refusalSentences = {
  floorPlan: '这张图是户型图（[sign]），不是总平面图：请用{colorFlatPicture}上色',
  colouredPlan: '这张图已经上色或是渲染出来的，墙线认不清：请上传白底线稿，或先用{toline}转换',
  roomToRelight:
    '这张图看起来是室内，没有可以更换的天空。室内请用{lockImg}；如果确实是室外，请在蒙版中涂出天空后再生成。',
  roomForMood:
    '这张图看起来是室内，没有可以更换的天空。室内换光影与色调请用{styleTransferIndoor}；如果确实是室外，请在蒙版中涂出天空后再生成。',
  outdoorsForFurniture: '这张图片看起来是室外场景，请上传室内空房或毛坯房照片；室外请用{architecturalRender}',
  furnishedRoom:
    '房间里看起来已有家具，新家具会与它们重叠：只布置空着的地方，请用「标出地面」点出一块空地的四个角；或先用{clean}移走家具；想整体换色调与光影请用{styleTransferIndoor}',
  noRoof: '这张照片里没有认出屋面，没法换屋面材质。请换一张看得见屋顶的照片，或用{localRenderingPro}涂出屋面再换。',
} as const;

export type RefusalName = keyof typeof refusalSentences;

const toolNames = /\{(\w+)\}/g;

/** Ids of the tools that a refusal sends people to. */
export const waysOf = (name: RefusalName): string[] =>
  [...refusalSentences[name].matchAll(toolNames)].map((match) => match[1]!);

/** A refusal in words. @param details by their names in brackets */
export function refusalOf(name: RefusalName, details: Readonly<Record<string, string>> = {}): UnsuitablePicture {
  const sentence = refusalSentences[name]
    .replace(toolNames, (_, id: string) => `「${toolById(id)?.title ?? id}」`)
    .replace(/\[(\w+)\]/g, (_, detail: string) => details[detail] ?? '');
  return new UnsuitablePicture(sentence);
}
