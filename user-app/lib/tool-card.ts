import type { PictureKind } from '#shared/domain/picture-kind';
import type { DefinedTool } from '#shared/tools/define-tool';
import { groupStartsFrom, type ToolGroup, toolGroups } from '#shared/tools/groups';

/**
 * Facts of a tool for menus, walls and searches. It is part of the tool's route, so that the first load does not carry
 * the forms and schemas of every tool.
 */
export interface ToolCard {
  id: string;
  path: string;
  title: string;
  summary: string;
  group: ToolGroup;
  ticket: DefinedTool['ticket'];
  keywords: readonly string[];
  /** Pictures it can start from; none for a tool that starts from words. */
  startsFrom: readonly PictureKind[];
  /** True when it takes a picture as reference for materials and colours. */
  takesReference: boolean;
  /** Name of the sample it shows its work on. */
  sample?: string;
  /** True when its base picture can be a view of a building model. */
  takesBuilding: boolean;
  /** True when the home page opens with what it makes. */
  isShowpiece: boolean;
}

/** The field for a reference picture, in every tool that has one. */
export const referenceField = 'style_img';

/** State of the way to a tool's page that brings a picture as its reference. */
export const asReference = (imageId: string) => ({ draft: { [referenceField]: imageId } });

export function toolCardOf(tool: DefinedTool): ToolCard {
  const {
    id,
    paths,
    title,
    summary,
    group,
    ticket,
    keywords,
    sample,
    startsFrom,
    takesBuilding,
    isShowpiece = false,
  } = tool;
  return {
    id,
    path: paths[0] ?? `/${id}`,
    title,
    summary,
    group,
    ticket,
    keywords,
    startsFrom: sample ? (startsFrom ?? groupStartsFrom[group]) : [],
    takesReference: referenceField in tool.fields,
    ...(sample ? { sample: sample.before } : {}),
    takesBuilding: takesBuilding !== undefined,
    isShowpiece,
  };
}

/** Tools whose title, sentence or words contain every part of the query, best matches first. */
export function searchTools(cards: readonly ToolCard[], query: string): ToolCard[] {
  const parts = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [...cards];
  const scoreOf = (card: ToolCard) => {
    const title = card.title.toLowerCase();
    const rest = [card.id, card.summary, ...card.keywords].join(' ').toLowerCase();
    let score = 0;
    for (const part of parts) {
      if (title.startsWith(part)) score += 3;
      else if (title.includes(part)) score += 2;
      else if (rest.includes(part)) score += 1;
      else return 0;
    }
    return score;
  };
  return cards
    .map((card) => ({ card, score: scoreOf(card) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ card }) => card);
}

/** Tools by group, in the order of the wall; groups without tools are left out. */
export function groupCards(cards: readonly ToolCard[]): { group: ToolGroup; cards: ToolCard[] }[] {
  return toolGroups
    .map((group) => ({ group, cards: cards.filter((card) => card.group === group) }))
    .filter((entry) => entry.cards.length > 0);
}
