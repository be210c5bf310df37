import { describe, expect, it } from 'vitest';
import { type DefinedTool, defaultsOf, growthFor, isVisible } from './define-tool.ts';
import { type Field, fieldEditors } from './field.ts';
import { toolGroups } from './groups.ts';
import { pictureFieldsOf, pictureIdsOf, toolById, toolByPath, tools } from './registry.ts';

/** The tools of docs/RULES.md R15. */
const specifiedPaths = `/ailive /localRenderingPro /localRenderingProIndoor /toline /allPlan /emptyRoom /indoorExterior
  /matting /extendImg /clean /realUpImg /compress /upScaleImg /architecturalPart /birdsViewRender /lockImgOut
  /landscapeRender /lockImg /text2Img /atmosphereChange /styleTransfer /text2Video /img2Video /imgs2Video
  /styleTransferIndoor /gongzhuangRender /indoorRender /materialChange /colorFlatPicture /architecturalRender
  /architecturalRenderNew /lama`.split(/\s+/);

const chinese = /\p{Script=Han}/u;
const named = tools.map((tool) => [tool.id, tool] as const);
const fieldsOf = (tool: DefinedTool): [string, Field][] => Object.entries(tool.fields);

/** Required values, without which nothing can start. */
function filled(tool: DefinedTool): Record<string, unknown> {
  const given: Record<string, unknown> = { ...defaultsOf(tool) };
  for (const [name, field] of fieldsOf(tool)) {
    if (field.editor === 'images') given[name] = ['image-1', 'image-2'];
    else if (field.isRequired && (field.editor === 'image' || field.editor === 'mask')) given[name] = `${name}-1`;
  }
  if ('promptTxt' in tool.fields) given.promptTxt = '清晨的山间别墅';
  return given;
}

describe('the registry', () => {
  it('has every path of a tool in docs/RULES.md R15, and no path twice', () => {
    const paths = tools.flatMap((tool) => tool.paths);
    expect(paths).toEqual(expect.arrayContaining(specifiedPaths));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('finds tools by id and by path', () => {
    expect(toolById('toline')?.title).toBe('转线稿');
    expect(toolByPath('/architecturalRenderNew')).toBe(toolById('architecturalRender'));
    expect(toolByPath('/compress/')).toBe(toolById('compress'));
    expect([toolById('constructor'), toolById(''), toolByPath('/'), toolByPath('/home')]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('has something in every group', () => {
    expect(toolGroups.filter((group) => !tools.some((tool) => tool.group === group))).toEqual([]);
  });
});

describe.each(named)('%s', (_, tool) => {
  it('is named after its first path', () => {
    expect(`/${tool.id}`).toBe(tool.paths[0]);
  });

  it('can start from its defaults once the required fields are filled', () => {
    expect(tool.params.safeParse(filled(tool)).error?.issues).toBeUndefined();
  });

  it('has defaults that its own fields accept unchanged', () => {
    const refused = fieldsOf(tool)
      .filter(([, field]) => field.default !== undefined && !(field.isRequired && field.default === ''))
      .filter(([, field]) => {
        const read = field.schema.safeParse(field.default);
        return !read.success || JSON.stringify(read.data) !== JSON.stringify(field.default);
      });
    expect(refused.map(([name]) => name)).toEqual([]);
  });

  it('gives its defaults to a caller who sends only what is required', () => {
    const required = Object.fromEntries(
      Object.entries(filled(tool)).filter(([name]) => tool.fields[name]?.isRequired || name === 'promptTxt'),
    );
    expect(tool.params.parse(required)).toEqual({ ...defaultsOf(tool), ...required });
  });

  it('refuses parameters it does not know, by name', () => {
    const issues = tool.params.safeParse({ ...filled(tool), steps: 50 }).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual(['没有这个参数：steps']);
  });

  it('refuses wrong values with Chinese sentences', () => {
    const wrong = [null, {}, [{}], 'javascript:alert(1)', -1e9, 1e9, Number.NaN, 'x'.repeat(5000), ['a', 'a'], true];
    const sentences = wrong.flatMap((value) =>
      fieldsOf(tool).flatMap(([name, field]) => {
        const issues = field.schema.safeParse(value).error?.issues ?? [];
        return issues.map((issue) => `${name}: ${issue.message}`);
      }),
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter((sentence) => !chinese.test(sentence))).toEqual([]);
  });

  it('lets an engine be named, and says of every number how far it goes and in which steps', () => {
    expect(tool.fields.engine?.editor).toBe('engine');
    const isNumber = ([, { editor }]: [string, Field]) => ['number', 'seed'].includes(fieldEditors[editor]);
    const columns = fieldsOf(tool).flatMap(([, field]) => Object.entries(field.columns ?? {}));
    for (const [name, field] of [...fieldsOf(tool), ...columns].filter(isNumber)) {
      const { min = Number.NaN, max = Number.NaN, step = Number.NaN, stops = [] } = field;
      expect(max, name).toBeGreaterThan(min);
      expect(step, name).toBeGreaterThan(0);
      const values = [
        ...(field.default === undefined ? [] : [field.default as number]),
        ...stops.map(({ value }) => value),
      ];
      for (const value of values) {
        expect(value, name).toBeGreaterThanOrEqual(min);
        expect(value, name).toBeLessThanOrEqual(max);
        const steps = (value - min) / step;
        expect(Math.abs(steps - Math.round(steps)), name).toBeLessThan(1e-6);
      }
    }
  });

  it('grows masks that are painted for it by what its field says', () => {
    const painted = Object.values(tool.fields).filter(({ editor, scene }) => editor === 'mask' && !scene);
    expect(growthFor(tool)).toBe(painted[0]?.grow ?? 0);
    for (const { scene, grow = 0 } of Object.values(tool.fields)) if (scene) expect(growthFor(tool, scene)).toBe(grow);
  });

  it('has options that differ in value and label, and offers its default', () => {
    for (const [name, field] of fieldsOf(tool)) {
      const { options } = field;
      if (!options) continue;
      expect(new Set(options.map((option) => option.value)).size, name).toBe(options.length);
      expect(new Set(options.map((option) => option.label)).size, name).toBe(options.length);
      const values = options.map((option) => option.value);
      expect(values, name).toEqual(expect.arrayContaining([field.default].flat() as unknown[]));
    }
  });

  it('has short labels, different within one form', () => {
    const labels = fieldsOf(tool).map(([, field]) => field.label);
    expect(labels.filter((label) => label.length === 0 || label.length > 12)).toEqual([]);
    const shownTogether = labels.filter((label) => label !== '比例尺 1:n');
    expect(new Set(shownTogether).size).toBe(shownTogether.length);
    expect(tool.title.length).toBeLessThanOrEqual(12);
    expect(tool.summary.length).toBeLessThanOrEqual(30);
  });

  it('refers only to fields it has and to values they can take', () => {
    for (const [name, field] of fieldsOf(tool)) {
      const { visibleWhen, disabledBy, maskOf, rowsOf } = field;
      if (maskOf) expect(tool.fields[maskOf]?.editor, name).toBe('image');
      if (rowsOf) expect(tool.fields[rowsOf]?.editor, name).toBe('images');
      if (disabledBy) expect(tool.fields[disabledBy]?.editor, name).toBe('switch');
      if (!visibleWhen) continue;
      const other = tool.fields[visibleWhen.field];
      expect(other, name).toBeDefined();
      if (visibleWhen.is === 'set') continue;
      for (const value of visibleWhen.is) expect(other?.schema.safeParse(value).success, `${name} ${value}`).toBe(true);
    }
  });

  it('has a sample picture to try it with, unless it starts from words', () => {
    const startsFromWords = !('upload_img' in tool.fields) && !('images' in tool.fields);
    if (startsFromWords) expect(tool.sample).toBeUndefined();
    else expect(tool.sample?.before).toMatch(/^[a-z-]+$/);
  });
});

describe('shared fields', () => {
  it('start the structure slider where docs/RULES.md R64 says', () => {
    const starts = Object.fromEntries(
      tools.flatMap((tool) => (tool.fields.cnStrength ? [[tool.id, tool.fields.cnStrength.default]] : [])),
    );
    const { indoorExterior, ...others } = starts;
    expect(indoorExterior).toBe(0.7);
    expect(new Set(Object.values(others))).toEqual(new Set([0.75]));
    expect(toolById('indoorRender')?.fields.cnStrength).toMatchObject({
      step: 0.05,
      stops: [
        { value: 0.4, label: '自由' },
        { value: 0.75, label: '平衡' },
        { value: 0.9, label: '严格' },
      ],
    });
  });

  it('show the reference boost only with a reference picture, switched on', () => {
    const boosts = tools.flatMap((tool) => tool.fields.ipaPlus ?? []);
    expect(boosts.length).toBeGreaterThan(5);
    expect(boosts.every((field) => field.default === true)).toBe(true);
    expect(boosts.some((field) => isVisible(field, {}))).toBe(false);
    expect(boosts.every((field) => isVisible(field, { style_img: 'image-1' }))).toBe(true);
  });

  it('keep the lock on in the tools that are about it', () => {
    for (const id of ['lockImg', 'lockImgOut']) {
      const tool = toolById(id) as DefinedTool;
      expect(tool.params.parse({ upload_img: 'image-1' }).lock).toBe(true);
      expect(tool.params.safeParse({ upload_img: 'image-1', lock: false }).success).toBe(false);
    }
    expect(toolById('indoorRender')?.fields.lock?.default).toBe(false);
  });

  it('take presets of their own tree only', () => {
    const indoor = toolById('indoorRender') as DefinedTool;
    expect(indoor.params.parse({ upload_img: 'image-1' }).classifyId2).toBe('501');
    const refused = (params: object) =>
      indoor.params.safeParse({ upload_img: 'image-1', ...params }).error?.issues[0]?.message;
    expect(refused({ classifyId2: '101' })).toBe('请选择空间');
    expect(refused({ classifyId3: '501' })).toBe('请选择风格');
    expect(refused({ classifyId3: '50105' })).toBeUndefined();
    const plan = toolById('allPlan') as DefinedTool;
    expect(plan.params.safeParse({ upload_img: 'image-1', classifyId2: '601' }).success).toBe(false);
  });
});

describe('rules between fields', () => {
  const problem = (id: string, params: object) => {
    const issue = (toolById(id) as DefinedTool).params.safeParse(params).error?.issues[0];
    return issue && `${String(issue.path[0])}: ${issue.message}`;
  };

  it.each([
    ['atmosphereChange', { upload_img: 'a', time: 'none' }, 'time: 请至少选择一种氛围'],
    ['atmosphereChange', { upload_img: 'a', time: 'none', season: 'winter' }, undefined],
    ['localRenderingPro', { upload_img: 'a', mask: 'm' }, 'promptTxt: 请填写创意描述或上传参考图'],
    ['localRenderingPro', { upload_img: 'a', mask: 'm', style_img: 's' }, undefined],
    ['localRenderingPro', { upload_img: 'a', promptTxt: '木格栅' }, 'mask: 请先涂抹要修改的区域'],
    ['localRenderingProIndoor', { upload_img: 'a', mask: 'm', quickObject: 'sofa' }, undefined],
    ['lama', { upload_img: 'a', mask: 'm', mode: 'redraw' }, 'promptTxt: 请填写创意描述'],
    ['lama', { upload_img: 'a', mask: 'm' }, undefined],
    ['lockImgOut', { upload_img: 'a', sky: 'upload' }, 'sky_img: 请先上传天空图'],
    ['materialChange', { upload_img: 'a', mask: 'm', perspective: 'corners' }, 'corners: 请在图上点出透视的四个角'],
    ['materialChange', { upload_img: 'a', mask: 'm', corners: [{ x: 1, y: 1 }] }, 'corners: 透视四点应为4个点'],
    [
      'extendImg',
      { upload_img: 'a', mode: 'sides', top: 0, right: 0, bottom: 0, left: 0 },
      'top: 请至少填写一边的扩展像素',
    ],
    ['matting', { upload_img: 'a', mode: 'click' }, 'mask: 请先选出要保留的主体'],
    ['matting', { upload_img: 'a', background: 'picture' }, 'background_img: 请先上传背景图'],
    ['imgs2Video', { images: ['a'] }, 'images: 请上传2–12张图片'],
    ['img2Video', { upload_img: 'a', cameraMoves: ['rise', 'pushIn', 'still'] }, 'cameraMoves: 运镜最多选2项'],
    ['text2Img', {}, 'promptTxt: 请填写创意描述'],
    ['toline', {}, 'upload_img: 请先上传底图'],
    ['compress', { images: [] }, 'images: 请先上传图片'],
  ])('%s with %j: %s', (id, params, expected) => {
    expect(problem(id, params)).toBe(expected);
  });

  it('completes the rows of a list, and refuses rows with strangers in them', () => {
    const tool = toolById('imgs2Video') as DefinedTool;
    const { shots } = tool.params.parse({ images: ['a', 'b'], shots: [{ seconds: 5 }] });
    expect(shots).toEqual([{ seconds: 5, cameraMove: 'auto' }]);
    expect(tool.params.safeParse({ images: ['a', 'b'], shots: [{ speed: 5 }] }).success).toBe(false);
  });
});

describe('pictures of a task', () => {
  it('are the base, the reference, masks and lists, each once', () => {
    const tool = toolById('materialChange') as DefinedTool;
    expect(pictureFieldsOf(tool)).toEqual(['upload_img', 'mask', 'texture_img']);
    expect(pictureIdsOf(tool, { upload_img: 'a', mask: 'm', texture_img: 'a', promptTxt: 'b' })).toEqual(['a', 'm']);
    expect(pictureIdsOf(toolById('compress') as DefinedTool, { images: ['a', 'b', 'a'] })).toEqual(['a', 'b']);
    expect(pictureIdsOf(toolById('lockImg') as DefinedTool, { protect_mask: 'm' })).toEqual(['m']);
  });

  it('leave out what is no id', () => {
    expect(pictureIdsOf(toolById('compress') as DefinedTool, { images: ['a', 3, null, '', { id: 'b' }] })).toEqual([
      'a',
    ]);
    expect(pictureIdsOf(toolById('toline') as DefinedTool, { upload_img: undefined })).toEqual([]);
  });
});
