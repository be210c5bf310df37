/** Choices of a scene form that a picture of a building model does not follow. */
import type { SceneParams } from './scene-render-base.ts';

type Field = keyof SceneParams;

/** Sentence for each choice that asks for what the model has already, or for what nobody can add to it. */
const rules: ReadonlyArray<readonly [Field, nothing: readonly string[], sentence: string]> = [
  ['style_img', [], '底图是模型视角：材质取自模型，不参照参考图'],
  ['view', ['auto'], '底图是模型视角：镜头以所选的模型视角为准'],
  ['signText', [], '底图是模型视角：标识文字不会画到模型上'],
  ['crowd', ['none'], '底图是模型视角：室内不会加入人物'],
  ['waterFeature', ['none'], '底图是模型视角：不会在模型上加水景'],
  ['hardscape', ['moderate'], '底图是模型视角：硬景以模型为准'],
  ['roads', ['medium'], '底图是模型视角：道路以模型和场地为准'],
  ['water', ['low'], '底图是模型视角：水体以模型和环境为准'],
];

/** Sentences by field, said before a run and after it. */
export function idleOnBuilding(params: Partial<SceneParams>): Readonly<Partial<Record<Field, string>>> {
  const asked = rules.filter(([field, nothing]) => {
    const value = params[field];
    return value !== undefined && value !== '' && !nothing.includes(String(value));
  });
  // The bird's-eye form always names a view from above.
  const told = asked.filter(([field]) => field !== 'view' || params.roads === undefined);
  return Object.fromEntries(told.map(([field, , sentence]) => [field, sentence]));
}
