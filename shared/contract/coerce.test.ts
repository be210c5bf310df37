import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DefinedTool } from '../tools/define-tool.ts';
import { toolById, tools } from '../tools/registry.ts';
import { coerceText, def, shapeOf, unwrap } from './coerce.ts';
import { contract } from './index.ts';

/** Values as they arrive from a form: text, and JSON for lists and objects. */
function asForm(values: Record<string, unknown>): Record<string, unknown> {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
}

const params = (id: string) => (toolById(id) as DefinedTool).params;
const read = (schema: z.ZodType, fields: Record<string, unknown>) => schema.parse(coerceText(schema, fields));

describe('form text becomes what a tool asks for', () => {
  it('pictures, choices, sliders, switches, colours and seeds', () => {
    const sent = {
      upload_img: '12',
      lineStyle: 'cad',
      lineWidth: 3,
      isShadowRemoved: false,
      lineColor: '#001122',
      seed: 7,
    };
    expect(read(params('toline'), asForm(sent))).toMatchObject(sent);
  });

  it('choices between numbers', () => {
    expect(read(params('upScaleImg'), { upload_img: 'a', scale: '4' })).toMatchObject({ scale: 4 });
    expect(read(params('extendImg'), { upload_img: 'a', mode: 'factor', factor: '1.25' })).toMatchObject({
      factor: 1.25,
    });
    expect(
      params('upScaleImg').safeParse(coerceText(params('upScaleImg'), { upload_img: 'a', scale: '3' })).success,
    ).toBe(false);
  });

  it('null where no other text is meant, and a fraction, which a whole number is not', () => {
    const schema = z.object({
      at: z.int().nullable(),
      how: z.enum(['up', 'down']).nullable(),
      word: z.string().nullable(),
    });
    expect(coerceText(schema, { at: 'null', how: 'null', word: 'null' })).toEqual({
      at: null,
      how: null,
      word: 'null',
    });
    expect(coerceText(schema, { at: '1.5' })).toEqual({ at: 1.5 });
    expect(coerceText(schema, { at: '1.0' })).toEqual({ at: '1.0' });
  });

  it('lists as JSON, as repeated keys and as a single value', () => {
    const images = (value: unknown) => (read(params('compress'), { images: value }) as { images: string[] }).images;
    expect([images('["a","b"]'), images(['a', 'b']), images('a')]).toEqual([['a', 'b'], ['a', 'b'], ['a']]);
  });

  it('points and rows as JSON', () => {
    const corners = [1, 2, 3, 4].map((n) => ({ x: n, y: n * 2 }));
    expect(read(params('materialChange'), asForm({ upload_img: 'a', mask: 'm', corners }))).toMatchObject({ corners });
    const shots = [{ seconds: 5, cameraMove: 'rise' }];
    expect(read(params('imgs2Video'), asForm({ images: ['a', 'b'], shots }))).toMatchObject({ shots });
  });

  it('whole forms of every tool come through unchanged', () => {
    const changed = tools.filter((tool) => {
      const { success, data } = tool.params.safeParse(sampleOf(tool));
      return (
        !success || JSON.stringify(read(tool.params, asForm(data as Record<string, unknown>))) !== JSON.stringify(data)
      );
    });
    expect(changed.map((tool) => tool.id)).toEqual([]);
  });

  it('text that only looks like a number or a list stays text', () => {
    const { promptTxt, upload_img } = read(params('img2Video'), { upload_img: '007', promptTxt: '[3]' }) as Record<
      string,
      unknown
    >;
    expect([upload_img, promptTxt]).toEqual(['007', '[3]']);
  });

  it('absent fields take their defaults, empty numbers do not become 0', () => {
    expect(read(params('toline'), { upload_img: 'a' })).toMatchObject({ lineWidth: 2, isShadowRemoved: true });
    const issues = params('toline').safeParse(coerceText(params('toline'), { upload_img: 'a', lineWidth: '' })).error
      ?.issues;
    expect(issues?.map((issue) => issue.message)).toEqual(['线宽应在1到8之间']);
  });
});

describe('form text becomes what a call asks for', () => {
  it('unions of numbers, and defaults', () => {
    const { input } = contract.totalTicket;
    expect([read(input, { type: '3' }), read(input, {})]).toEqual([{ type: 3 }, { type: 1 }]);
    expect(input.safeParse(coerceText(input, { type: '4' })).success).toBe(false);
  });

  it('one value or many', () => {
    const input = z.object({ status: z.union([z.string(), z.array(z.string())]), size: z.int() });
    expect(read(input, { status: 'failed', size: '20' })).toEqual({ status: 'failed', size: 20 });
    expect(read(input, { status: ['failed', 'canceled'], size: '5' })).toMatchObject({
      status: ['failed', 'canceled'],
    });
  });

  it('object values that are JSON-encoded', () => {
    const sent = { tool: 'toline', params: { upload_img: 'a', lineWidth: 4 }, clientKey: 'k' };
    expect(read(contract.startTask.input, asForm(sent))).toEqual(sent);
  });
});

describe('integers', () => {
  const written = ['01', '1.0', '1e1', '1E1', '+1', ' 1', '1 ', '1\n', '-0', '00', '１', '0x1', '1_0', '1,0', ''];
  /** True for fields whose schema is an integer or a numeric literal. */
  const isInteger = (field: z.ZodType): boolean => {
    const { type, format, values } = def(unwrap(field));
    return type === 'number' ? format === 'safeint' : type === 'literal' && typeof values?.[0] === 'number';
  };
  const places = [
    ...Object.entries(contract).flatMap(([name, { params, input }]) => [
      { name, schema: params as z.ZodType },
      { name, schema: input as z.ZodType },
    ]),
    ...tools.map((tool) => ({ name: tool.id, schema: tool.params as z.ZodType })),
  ].flatMap(({ name, schema }) =>
    Object.entries(shapeOf(schema) ?? {})
      .filter(([, field]) => isInteger(field))
      .map(([field]) => ({ name, field, schema })),
  );

  it('are what JSON calls integers, in every call: anything else is refused at the field', () => {
    expect(places.length).toBeGreaterThan(100);
    expect(places.map(({ name, field }) => `${name} ${field}`)).toContain('createOrder quantity');
    for (const { name, field, schema } of places)
      for (const text of written) {
        const { error } = schema.safeParse(coerceText(schema, { [field]: text }));
        const refused = error?.issues.map(({ path }) => path[0]);
        expect([name, field, text, refused?.includes(field)]).toEqual([name, field, text, true]);
      }
  });

  it('are declared as such: no number of the contract makes its own of a text', () => {
    const own = Object.entries(contract).flatMap(([name, { params, input }]) =>
      [params, input].flatMap((schema) =>
        Object.entries(shapeOf(schema as z.ZodType) ?? {})
          .filter(([, field]) => (def(unwrap(field)) as { coerce?: boolean }).coerce)
          .map(([field]) => `${name} ${field}`),
      ),
    );
    expect(own).toEqual([]);
  });
});

describe('hostile input', () => {
  const inputs = [
    ...Object.values(contract).map((call) => call.input as z.ZodType),
    ...tools.map((tool) => tool.params),
  ];
  const names = [...new Set(inputs.flatMap((input) => Object.keys((input as z.ZodObject).shape ?? {})))];

  it('never throws, whatever a known field holds', () => {
    const text = fc.constantFrom(
      '',
      '[',
      '{',
      '[[',
      'null',
      '{"__proto__":1}',
      '1e999',
      'NaN',
      '0x10',
      '[1,"a",null]',
      'true',
    );
    const value = fc.oneof(text, fc.string(), fc.array(fc.string(), { maxLength: 3 }), fc.anything());
    const fields = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...inputs), fields, (schema, sent) => {
        expect(() => schema.safeParse(coerceText(schema, sent))).not.toThrow();
      }),
      { numRuns: 1000, seed: 11 },
    );
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('never throws for a field called %s', (name) => {
    const sent = JSON.parse(`{"${name}":"1"}`) as Record<string, unknown>;
    for (const input of inputs) expect(() => coerceText(input, sent)).not.toThrow();
    const form = JSON.parse(`{"upload_img":"a","${name}":{"lineWidth":"8"}}`) as Record<string, unknown>;
    const result = coerceText(params('toline'), form);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(result.lineWidth).toBeUndefined();
  });

  it('is not read deeper than one level of text', () => {
    expect(coerceText(z.object({ a: z.object({ b: z.number() }) }), { a: '{"b":"1"}' })).toEqual({ a: { b: '1' } });
  });
});

function sampleOf(tool: DefinedTool): Record<string, unknown> {
  const entries = Object.entries(tool.fields).flatMap(([name, field]): [string, unknown][] => {
    if (field.editor === 'images') return [[name, ['a', 'b']]];
    if (field.editor === 'image' || field.editor === 'mask') return [[name, `${name}-1`]];
    if (field.editor === 'prompt') return [[name, '42']];
    return field.editor === 'seed' ? [[name, 999_999]] : [];
  });
  return Object.fromEntries(entries);
}
