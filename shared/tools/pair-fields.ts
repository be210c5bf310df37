import type { FollowedColours, WishedChange } from './define-tool.ts';
import { fixedSwitchField, imageField, maskField, multiChoiceField, named, sliderField } from './field.ts';
import {
  atmosphere,
  basePicture,
  count,
  mask,
  negative,
  percent,
  promise,
  prompt,
  quality,
  redraw,
  reference,
  run,
  similarity,
} from './shared-fields.ts';

/** Field sets and rules that an outdoor tool shares with its indoor twin. */

/** Material lock: relights and grades, keeps every material. */
export const materialLock = {
  ...basePicture,
  protect_mask: maskField('不许改动区域', { isRequired: false, help: '涂抹处保持原样' }),
  lock: fixedSwitchField('锁定主体结构', { help: '本工具始终锁定结构与材质' }),
  keepStrength: sliderField('保留强度', { min: 0.5, max: 1, step: 0.05, default: 0.9 }),
  lightStrength: percent('光影增强', 50),
  ...atmosphere,
} as const;
export const materialLockOutput = { ...count(2, 1), ...quality, ...promise, ...run } as const;

/**
 * Colours that a material lock promises: those of the base, in another light. None where an atmosphere, surroundings or
 * things were asked for, whose colours lie over those of the materials.
 */
export function lockedColours(params: {
  atmosphere: string;
  environment?: string;
  people?: string;
  vehicles?: string;
  greenery?: string;
  sky?: string;
}): FollowedColours | undefined {
  const { atmosphere: mood, environment = 'auto', people = 'none', vehicles = 'none', greenery = 'none', sky } = params;
  const isTinted = mood !== 'auto' || environment !== 'auto';
  if (isTinted || [people, vehicles, greenery].some((amount) => amount !== 'none')) return undefined;
  return { what: 'colours', isSkyNew: sky !== undefined && sky !== 'keep' };
}

/** A lock that is to show another atmosphere changes the mood; without one it is lit anew and keeps all surfaces. */
export function wishOfLock({ atmosphere: mood }: { atmosphere: string }): WishedChange | undefined {
  return mood === 'auto' ? undefined : 'mood';
}

/** A transfer of materials makes surfaces anew; colours and light alone lie over those of the base. */
export function wishOfStyle({ aspects }: { aspects: readonly string[] }): WishedChange | undefined {
  return aspects.includes('material') ? 'surfaces' : undefined;
}

export const localRedraw = {
  ...basePicture,
  ...mask,
  ...prompt,
  ...negative,
  ...reference,
  ...redraw,
} as const;
export const localRedrawOutput = { ...count(4, 2), ...run } as const;

export const styleTransfer = {
  ...basePicture,
  style_img: imageField('参考图'),
  strength: percent('迁移强度', 60),
  aspects: multiChoiceField('迁移内容', {
    options: named({ color: '色调', light: '光影', material: '材质' }),
    default: ['color', 'light', 'material'],
    min: 1,
  }),
  ...similarity(0.75),
  ...prompt,
  ...negative,
} as const;
export const styleTransferOutput = { ...count(4, 2), ...quality, ...promise, ...run } as const;
