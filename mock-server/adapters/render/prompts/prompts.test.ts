import { describe, expect, it } from 'vitest';
import { categories } from '#shared/tools/categories';
import type { DefinedTool } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import { completeParams } from '../../../../tests/support/tool-params.ts';
import { shippedGraphs } from '../comfyui/graphs.ts';
import { carriedBy } from '../comfyui/slot-values.ts';
import { englishOf } from './english.ts';
import { formWords } from './form-words.ts';
import { type PromptReader, type WrittenPrompt, writePrompt } from './index.ts';

const graphs = [...shippedGraphs.values()];
const pairs = graphs.flatMap((graph) => graph.tools.map((tool) => ({ graph, tool: toolById(tool)! })));
const han = /\p{Script=Han}/u;

const readerFor = (graph: (typeof graphs)[number], more: Partial<PromptReader> = {}): PromptReader => ({
  ...{ language: graph.language, manner: graph.manner, hasNegative: graph.slots.negative !== undefined },
  ...{ pictures: new Set<never>(), carried: carriedBy(graph) },
  ...more,
});

/** The form with each choice of each field in turn; every other field stays at its default. */
function* variants(tool: DefinedTool): Generator<Record<string, unknown>> {
  const base = { ...completeParams(tool, 'base'), promptTxt: '', negTxt: '' };
  yield base;
  for (const [name, field] of Object.entries(tool.fields)) {
    for (const { value } of field.options ?? [])
      yield { ...base, [name]: field.editor === 'multiChips' ? [value] : value };
    if (field.editor === 'switch') for (const value of [true, false]) yield { ...base, [name]: value };
  }
}

/** Every choice of a form that its words do not show, by the names of fields and choices. */
function dropped(tool: DefinedTool, params: Record<string, unknown>, written: WrittenPrompt, language: 'zh' | 'en') {
  const wordOf = (name: string) => (language === 'zh' ? name : (englishOf(name) ?? name));
  const { said, absent } = formWords(tool, params);
  const { prompt, negative } = written;
  return [
    ...said.flatMap(({ label, values }) =>
      values.filter((value) => !prompt.includes(wordOf(label)) || !prompt.includes(wordOf(value))),
    ),
    ...absent.flatMap(({ label }) => (`${prompt} ${negative}`.includes(wordOf(label)) ? [] : [label])),
  ];
}

describe.each(pairs)('words of $tool.title for $graph.id', ({ graph, tool }) => {
  it('leave nothing out of a form, whatever is chosen, and say nothing twice', () => {
    for (const params of variants(tool)) {
      const written = writePrompt(tool.id, params, readerFor(graph));
      expect(dropped(tool, params, written, graph.language)).toEqual([]);
      const clauses = written.prompt.split(graph.language === 'zh' ? '，' : ', ');
      expect(new Set(clauses).size).toBe(clauses.length);
      if (graph.language === 'en') expect(written.prompt).not.toMatch(han);
    }
  });

  it('forbid nothing that they ask for', () => {
    for (const params of variants(tool)) {
      const { said, absent } = formWords(tool, params);
      const asked = new Set(said.map(({ label }) => label));
      expect(absent.filter(({ label }) => asked.has(label))).toEqual([]);
      const { prompt, negative } = writePrompt(tool.id, params, readerFor(graph));
      const forbidden = negative.split(graph.language === 'zh' ? '，' : ', ').filter((word) => word !== '');
      expect(forbidden.filter((word) => prompt.split(/[，,]\s*/).includes(word))).toEqual([]);
    }
  });

  it('hold the description, or leave it aside where the form says so', () => {
    const own = { ...completeParams(tool, 'base'), promptTxt: '红砖，large terrace', negTxt: '' };
    const reader = readerFor(graph);
    const words = graph.language === 'zh' ? ['红砖', 'large terrace'] : ['red brick', 'large terrace'];
    for (const word of words) {
      expect(writePrompt(tool.id, own, reader).prompt).toContain(word);
      expect(writePrompt(tool.id, { ...own, ignoreWordAndImage: true }, reader).prompt).not.toContain('large terrace');
    }
    expect(writePrompt(tool.id, own, { ...reader, longest: 30 }).prompt.length).toBeLessThanOrEqual(30);
  });
});

describe('words for a model', () => {
  const structure = readerFor(shippedGraphs.get('structure-sdxl')!);
  const edit = readerFor(shippedGraphs.get('edit-qwen')!);
  const render = toolById('architecturalRender')!;
  const params = completeParams(render, 'base');

  it('name categories that staff made, and not the presets they stand for', () => {
    const names = { classifyId3: '海派里弄' };
    const preset = { ...params, classifyId3: '10103' };
    for (const reader of [structure, edit]) {
      const { prompt } = writePrompt(render.id, preset, { ...reader, names });
      expect(prompt).toContain('海派里弄');
      expect(prompt).not.toMatch(/新中式|new Chinese/);
    }
  });

  it('tell how much of the structure stays once, a lock above all', () => {
    const wordsAt = (more: object) => writePrompt(render.id, { ...params, ...more }, edit).prompt;
    expect(wordsAt({ cnStrength: 0.4 })).toContain('细部可以发挥');
    expect(wordsAt({ cnStrength: 0.75 })).toContain('保持相机、轮廓');
    expect(wordsAt({ cnStrength: 0.9 })).toContain('严格保持');
    const locked = wordsAt({ cnStrength: 0.4, lock: true });
    expect(locked).toContain('锁定主体结构');
    expect(locked).not.toContain('可以发挥');
  });

  it('number the pictures that come with them, and no others', () => {
    const { prompt } = writePrompt(render.id, params, edit);
    expect(prompt).not.toMatch(/图[23]/);
    const pictures = new Set(['style', 'line'] as const);
    expect(writePrompt(render.id, params, { ...edit, pictures }).prompt).toMatch(/图2是参考图.*图3是底图的结构线稿/);
  });

  it('forbid in the prompt where a model has no negative words', () => {
    const without = { ...params, people: 'none', negTxt: '电线' };
    expect(writePrompt(render.id, without, edit)).toMatchObject({
      prompt: expect.stringMatching(/画面中不要出现电线，不添加人物/),
      negative: '',
    });
    expect(writePrompt(render.id, without, structure).negative).toMatch(/^wires, people, /);
  });

  it('tell the clauses that an English model cannot read', () => {
    const own = { ...params, promptTxt: '清水混凝土，温馨地铺着老石板，黄昏的湖边' };
    const { prompt, unread } = writePrompt(render.id, own, structure);
    expect(unread).toEqual(['温馨地铺着老石板']);
    expect(prompt).toMatch(/fair-faced concrete.*dusk by a lake/);
    expect(writePrompt(render.id, own, edit).unread).toEqual([]);
  });

  it('tell each output of a change of mood its own mood alone', () => {
    const mood = toolById('atmosphereChange')!;
    const moods = { ...completeParams(mood, 'base'), time: 'dusk', weather: 'snow', season: 'none', tone: 'none' };
    const [first, second] = [0, 1].map((output) => writePrompt(mood.id, moods, { ...edit, output }).prompt);
    expect([first!.includes('黄昏'), first!.includes('雪')]).toEqual([true, false]);
    expect([second!.includes('黄昏'), second!.includes('雪')]).toEqual([false, true]);
  });

  it('have English for every name of every form that an English graph runs, and of every type and style', () => {
    const english = pairs.filter((pair) => pair.graph.language === 'en').map((pair) => pair.tool);
    const names = new Set<string>();
    for (const tool of english)
      for (const each of variants(tool)) {
        const { said, absent } = formWords(tool, each);
        for (const { label, values } of [...said, ...absent]) for (const name of [label, ...values]) names.add(name);
      }
    const presets = english.flatMap((tool) => Object.values(tool.fields).filter(({ editor }) => editor === 'preset'));
    for (const { categoryRoot } of presets) for (const name of namesBelow(categoryRoot!)) names.add(name);
    expect([...names].filter((name) => han.test(name) && !englishOf(name))).toEqual([]);
  });
});

/** Names of the second and third level of a tree, which forms choose from. */
function namesBelow(root: string): string[] {
  const second = categories.find(({ id }) => id === root)?.children ?? [];
  return second.flatMap(({ name, children = [] }) => [name, ...children.map((child) => child.name)]);
}
