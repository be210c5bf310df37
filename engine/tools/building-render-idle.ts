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
  ['greenSpace', ['low', 'medium'], '底图是模型视角：绿地以模型和环境为准'],
  ['vegetation', ['moderate'], '底图是模型视角：植被按环境生成，不按这一项'],
  ['plants', ['none', 'few'], '底图是模型视角：室内不会加入绿植'],
  ['ground', ['dry'], '底图是模型视角：地面干湿随天气，选“雨天”会变湿'],
  ['lighting', ['mixed'], '底图是模型视角：室内灯光按时刻计算，不按灯光这一项'],
  ['floor', ['matte'], '底图是模型视角：地面按模型的材质绘制'],
  ['cnStrength', ['0.75'], '底图是模型视角：每条边都按模型绘制，结构相似度不起作用'],
  ['lock', ['false'], '底图是模型视角：每条边都按模型绘制，锁定主体结构不起作用'],
  ['water', ['low'], '底图是模型视角：水体以模型和环境为准'],
];

/** Sentences by field, said before a run and after it. */
export function idleOnBuilding(params: Partial<SceneParams>): Readonly<Partial<Record<Field, string>>> {
  const asked = rules.filter(([field, nothing]) => {
    const value = params[field];
    return value !== undefined && value !== '' && !nothing.includes(String(value));
  });
  // The bird's-eye form always names a view from above.
  const told = asked.filter(([field]) => field !== 'view' || params.roads === undefined || params.view !== 'aerial');
  return Object.fromEntries(told.map(([field, , sentence]) => [field, sentence]));
}
