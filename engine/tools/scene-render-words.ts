import type { WordsRead } from '#shared/domain/words-read';
import { nothingHeard, sortWords, type TextRange } from '../base/words.ts';
import { hearLook } from '../kernels/fill/material-words.ts';
import { hearGrade } from '../kernels/light/grade-words.ts';
import type { InputKind } from '../kernels/light/relight-input-kind.ts';
import { readSceneWords, type SceneWords } from '../kernels/scene-paint/look/scene-words.ts';
import type { SceneParams, Viewpoint } from './scene-render-base.ts';

/** Findings about the picture. */
interface Found {
  kind: InputKind;
  /** A room without finishes of its own. */
  isRoomBare: boolean;
  /** Words that parts of a building or surfaces of a furnished room were laid by. */
  laid?: TextRange[];
}

/** Wishes of the description for a scene; none when the form says to go by the preset alone. */
export function wordsOf({ ignoreWordAndImage, promptTxt = '', negTxt = '' }: SceneParams): SceneWords {
  return ignoreWordAndImage ? readSceneWords('', '') : readSceneWords(promptTxt, negTxt);
}

/**
 * Which words a scene goes by.
 * @param found before the picture was read, walls count as open to other materials
 */
export function hearScene(params: SceneParams, place: Viewpoint, found?: Found): WordsRead {
  if (params.ignoreWordAndImage) return sortWords(params);
  const { heard, mood } = wordsOf(params);
  return sortWords(
    params,
    areWallsOpen(place, found) ? heard.wall : nothingHeard,
    { wanted: found?.laid ?? [], unwanted: [] },
    { wanted: isMoodOpen(params, place, mood) ? heard.mood : [], unwanted: heard.things },
    hearGrade(params.promptTxt ?? '', params.negTxt ?? ''),
    params.component && !found ? hearLook(params.promptTxt ?? '', params.negTxt ?? '') : nothingHeard,
  );
}

/** Photographs keep their materials but for a tint, which is none of the material that words name. */
function areWallsOpen(place: Viewpoint, found: Found | undefined): boolean {
  if (found?.kind !== 'shaded') return true;
  return place === 'room' && found.isRoomBare;
}

/** A room knows day and lamplight, no weather; outdoors the form's own choice comes first, and may be the same. */
function isMoodOpen({ atmosphere = 'auto' }: SceneParams, place: Viewpoint, mood: SceneWords['mood']): boolean {
  return place === 'room' ? mood === 'night' || mood === 'dusk' : atmosphere === 'auto' || atmosphere === mood;
}
