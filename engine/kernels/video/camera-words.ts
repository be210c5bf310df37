import type { TextRange } from '../../base/words.ts';
import type { PlainMove } from './camera-path.ts';

/** Which words name which move; the more particular ones stand before those they contain. */
const lexicon: ReadonlyArray<readonly [RegExp, PlainMove]> = [
  [/(?:向|往|朝)?[右]侧?[^，。；,;]{0,4}(?:环绕|绕)|(?:环绕|绕)[^，。；,;左]{0,4}右|orbit right/i, 'orbitRight'],
  [/环绕|绕|orbit/i, 'orbitLeft'],
  [/(?:向|往|朝)?右[^，。；,;左]{0,3}摇|摇[^，。；,;左]{0,3}右|右摇|pan right/i, 'panRight'],
  [/(?:向|往|朝)?左[^，。；,;右]{0,3}摇|摇[^，。；,;右]{0,3}左|左摇|摇镜|摇摄|pan left/i, 'panLeft'],
  [/推[近进入镜移]|镜头推|拉近|靠近|走近|走进|push in|zoom in|dolly in/i, 'pushIn'],
  [/拉[远出开镜]|后退|远离|pull out|zoom out|dolly out/i, 'pullOut'],
  [/(?:向|往|朝)?左[^，。；,;右]{0,3}(?:平移|移|横移)|左移|移[^，。；,;右]{0,2}左|(?:track|truck) left/i, 'trackLeft'],
  [
    /(?:向|往|朝)?右[^，。；,;左]{0,3}(?:平移|移|横移)|右移|平移|横移|移[^，。；,;左]{0,2}右|(?:track|truck) right/i,
    'trackRight',
  ],
  [/上升|升起|升高|抬升|升镜|向上|rise|crane up/i, 'rise'],
  [/下降|降低|降落|降镜|向下|lower|crane down/i, 'lower'],
  [/静止|固定镜头|固定机位|不动|static/i, 'still'],
];

/**
 * The camera moves that a description names, in the order it names them, each once, at most two.
 * A list of words, not an understanding: what it does not know it does not see.
 */
export function movesInWords(text: string): PlainMove[] {
  return namedMoves(text).map(({ move }) => move);
}

/** Words for the camera directly before a move. */
const camera = /(?:镜头|相机|机位|camera)\s*$/i;

/** Stretches of a description that name the moves of {@link movesInWords}, in the same order. */
export function hearMoves(text: string): TextRange[] {
  return namedMoves(text).map(({ from, to }) => {
    const said = camera.exec(text.slice(0, from));
    return { from: said ? said.index : from, to };
  });
}

function namedMoves(text: string): Array<TextRange & { move: PlainMove }> {
  let rest = text;
  const found: Array<TextRange & { move: PlainMove }> = [];
  for (const [pattern, move] of lexicon) {
    const match = pattern.exec(rest);
    if (!match) continue;
    found.push({ from: match.index, to: match.index + match[0].length, move });
    // Matches are blanked, so that 「向右环绕」 is not read again as a plain orbit.
    rest = rest.slice(0, match.index) + '。'.repeat(match[0].length) + rest.slice(match.index + match[0].length);
  }
  return found.sort((one, other) => one.from - other.from).slice(0, 2);
}
