/** A DXF file as far as release 12 drawings of lines need it. Coordinates in drawing units, y up. */
export interface ParsedDxf {
  version: string;
  /** Extents told by the header: x and y of the upper right corner; the lower left is 0, 0. */
  right: number;
  top: number;
  layers: ReadonlyArray<{ name: string; colour: number }>;
  entities: ReadonlyArray<{
    kind: 'LINE' | 'POLYLINE';
    layer: string;
    /** x, y pairs. */
    points: ReadonlyArray<readonly [number, number]>;
    /** Pen width; 0 for hairlines. */
    width: number;
    isClosed: boolean;
  }>;
}

interface Group {
  code: number;
  value: string;
}

/**
 * Reads ASCII DXF strictly: groups of a code line and a value line, sections that open and close, tables as long as they
 * say, entities on declared layers, polylines with their vertices and end mark, EOF at the end and nothing behind it.
 *
 * @throws Error that names what is wrong
 */
export function parseDxf(text: string): ParsedDxf {
  const groups = groupsOf(text);
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`DXF group ${at}: ${what}, found ${JSON.stringify(groups[at])}`);
  };
  const take = (code: number, value?: string): string => {
    const group = groups[at];
    if (group?.code !== code || (value !== undefined && group.value !== value)) fail(`wanted ${code} ${value ?? ''}`);
    at++;
    return group!.value;
  };
  const isNext = (code: number, value?: string) =>
    groups[at]?.code === code && (value === undefined || groups[at]?.value === value);
  const number = (code: number): number => {
    const value = take(code);
    if (!/^-?\d+(\.\d+)?$/.test(value)) fail(`no number: ${value}`);
    return Number(value);
  };
  /** The groups up to the next 0, by code; a code may stand once. */
  const fields = (): Map<number, string> => {
    const found = new Map<number, string>();
    while (at < groups.length && groups[at]!.code !== 0) {
      const { code, value } = groups[at]!;
      if (found.has(code)) fail(`code ${code} twice`);
      found.set(code, value);
      at++;
    }
    return found;
  };
  const numberOf = (found: Map<number, string>, code: number): number => {
    const value = found.get(code);
    if (value === undefined || !/^-?\d+(\.\d+)?$/.test(value)) fail(`wanted a number for code ${code}`);
    return Number(value);
  };
  const section = (name: string, body: () => void) => {
    take(0, 'SECTION');
    take(2, name);
    body();
    take(0, 'ENDSEC');
  };

  const header = new Map<string, number[]>();
  let version = '';
  section('HEADER', () => {
    while (isNext(9)) {
      const name = take(9);
      if (name === '$ACADVER') version = take(1);
      else {
        const values: number[] = [];
        while (at < groups.length && ![0, 9].includes(groups[at]!.code)) values.push(number(groups[at]!.code));
        header.set(name, values);
      }
    }
  });
  const layers: Array<{ name: string; colour: number }> = [];
  const lineTypes = new Set<string>();
  section('TABLES', () => {
    while (isNext(0, 'TABLE')) {
      take(0, 'TABLE');
      const kind = take(2);
      const count = number(70);
      let seen = 0;
      while (isNext(0, kind)) {
        take(0, kind);
        const found = fields();
        const name = found.get(2) ?? fail('a table entry without a name');
        if (!/^[A-Z0-9_$-]{1,31}$/.test(name)) fail(`a name that release 12 does not allow: ${name}`);
        if (kind === 'LTYPE') lineTypes.add(name);
        if (kind === 'LAYER') {
          if (!lineTypes.has(found.get(6) ?? '')) fail(`layer ${name} has an unknown line type`);
          layers.push({ name, colour: numberOf(found, 62) });
        }
        seen++;
      }
      if (seen !== count) fail(`table ${kind} says ${count} entries and has ${seen}`);
      take(0, 'ENDTAB');
    }
  });
  section('BLOCKS', () => undefined);
  const entities: Array<ParsedDxf['entities'][number]> = [];
  const layerNames = new Set(layers.map(({ name }) => name));
  const layerOf = (found: Map<number, string>): string => {
    const layer = found.get(8) ?? '';
    if (!layerNames.has(layer)) fail(`no layer ${layer}`);
    return layer;
  };
  section('ENTITIES', () => {
    while (!isNext(0, 'ENDSEC')) {
      const kind = take(0);
      const found = fields();
      const layer = layerOf(found);
      const xy = (x: number): [number, number] => [numberOf(found, x), numberOf(found, x + 10)];
      if (kind === 'LINE') {
        entities.push({ kind, layer, points: [xy(10), xy(11)], width: 0, isClosed: false });
        continue;
      }
      if (kind !== 'POLYLINE' || found.get(66) !== '1') fail(`an entity of kind ${kind}`);
      const points: Array<[number, number]> = [];
      while (isNext(0, 'VERTEX')) {
        take(0, 'VERTEX');
        const vertex = fields();
        if (layerOf(vertex) !== layer) fail('a vertex on another layer');
        points.push([numberOf(vertex, 10), numberOf(vertex, 20)]);
      }
      take(0, 'SEQEND');
      layerOf(fields());
      if (points.length < 2) fail('a polyline of fewer than two points');
      const width = found.has(40) ? numberOf(found, 40) : 0;
      entities.push({ kind: 'POLYLINE', layer, points, width, isClosed: (numberOf(found, 70) & 1) === 1 });
    }
  });
  take(0, 'EOF');
  if (at !== groups.length) fail('something behind EOF');
  const [right, top] = header.get('$EXTMAX') ?? [];
  if (right === undefined || top === undefined) throw new Error('DXF header without $EXTMAX');
  return { version, right, top, layers, entities };
}

function groupsOf(text: string): Group[] {
  const lines = text.split('\r\n');
  if (lines.pop() !== '') throw new Error('DXF: the last line does not end');
  if (lines.length % 2 !== 0) throw new Error('DXF: a code without a value');
  const groups: Group[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    if (!/^ {0,2}\d{1,3}$/.test(lines[i]!)) throw new Error(`DXF line ${i + 1}: no group code: ${lines[i]}`);
    groups.push({ code: Number(lines[i]), value: lines[i + 1]! });
  }
  return groups;
}
