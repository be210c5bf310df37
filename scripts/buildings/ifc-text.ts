import { normalOf } from './mesh.ts';
import type { Part, Point, SampleBuilding, SampleRoom, Solid } from './solid.ts';

export interface IfcOptions {
  /** Metres that the whole is moved by, as surveyed models are. */
  moved?: Point;
  /** Unit of lengths. */
  unit?: 'MILLI' | '';
}

/** A building as the text of an IFC4 file: solids are extruded, materials are styles and layers. */
export function ifcText(building: SampleBuilding, options: IfcOptions = {}): string {
  return new IfcWriter(building, options).text();
}

const escaped = (text: string): string =>
  `'${[...text.replaceAll("'", "''")]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      return code < 127 ? letter : `\\X2\\${code.toString(16).toUpperCase().padStart(4, '0')}\\X0\\`;
    })
    .join('')}'`;

const number = (value: number): string => {
  const text = String(Math.round(value * 1e6) / 1e6);
  return text.includes('.') ? text : `${text}.`;
};

class IfcWriter {
  readonly #lines: string[] = [];
  readonly #building: SampleBuilding;
  readonly #scale: number;
  readonly #moved: Point;
  #guid = 0;
  readonly #shared = new Map<string, string>();

  constructor(building: SampleBuilding, { moved = [0, 0, 0], unit = 'MILLI' }: IfcOptions) {
    this.#building = building;
    this.#scale = unit === 'MILLI' ? 1000 : 1;
    this.#moved = moved;
  }

  text(): string {
    const { name, storeys, rooms, parts, north, position } = this.#building;
    const origin = this.#point([0, 0, 0]);
    const world = this.#add(`IFCAXIS2PLACEMENT3D(${origin},$,$)`);
    const angle = (north * Math.PI) / 180;
    const trueNorth = this.#add(`IFCDIRECTION((${number(Math.sin(angle))},${number(Math.cos(angle))}))`);
    const context = this.#add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,${world},${trueNorth})`);
    const units = [
      this.#add(`IFCSIUNIT(*,.LENGTHUNIT.,${this.#scale === 1 ? '$' : '.MILLI.'},.METRE.)`),
      this.#add('IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)'),
      this.#add('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)'),
    ];
    const assignment = this.#add(`IFCUNITASSIGNMENT((${units}))`);
    const project = this.#add(`IFCPROJECT(${this.#id()},$,${escaped(name)},$,$,$,$,(${context}),${assignment})`);
    const sitePlacement = this.#add(`IFCLOCALPLACEMENT($,${this.#axes(this.#moved)})`);
    const angles = [position.latitude, position.longitude].map(degrees).join(',');
    const site = this.#add(
      `IFCSITE(${this.#id()},$,${escaped('场地')},$,$,${sitePlacement},$,$,.ELEMENT.,${angles},0.,$,$)`,
    );
    const placement = this.#add(`IFCLOCALPLACEMENT(${sitePlacement},${world})`);
    const house = this.#add(`IFCBUILDING(${this.#id()},$,${escaped(name)},$,$,${placement},$,$,.ELEMENT.,$,$,$)`);
    const levels = storeys.map((storey) => {
      const at = this.#add(`IFCLOCALPLACEMENT(${placement},${this.#axes([0, 0, storey.elevation])})`);
      const elevation = number(storey.elevation * this.#scale);
      return this.#add(
        `IFCBUILDINGSTOREY(${this.#id()},$,${escaped(storey.name)},$,$,${at},$,$,.ELEMENT.,${elevation})`,
      );
    });
    this.#aggregate(project, [site]);
    this.#aggregate(site, [house]);
    this.#aggregate(house, levels);
    const products = parts.map((part) => ({ part, product: this.#product(part, context, placement) }));
    for (const [index, level] of [...levels, site].entries()) {
      const inside = products
        .filter(({ part }) => (part.storey ?? levels.length) === index)
        .map(({ product }) => product);
      if (inside.length > 0) this.#add(`IFCRELCONTAINEDINSPATIALSTRUCTURE(${this.#id()},$,$,$,(${inside}),${level})`);
    }
    for (const room of rooms) this.#aggregate(levels[room.storey]!, [this.#room(room, context, placement)]);
    return this.#wrapped(name);
  }

  #wrapped(name: string): string {
    return [
      'ISO-10303-21;',
      'HEADER;',
      "FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');",
      `FILE_NAME(${escaped(`${name}.ifc`)},'2026-01-01T00:00:00',(''),(''),'','','');`,
      "FILE_SCHEMA(('IFC4'));",
      'ENDSEC;',
      'DATA;',
      ...this.#lines,
      'ENDSEC;',
      'END-ISO-10303-21;',
      '',
    ].join('\n');
  }

  #add(entity: string): string {
    const id = `#${this.#lines.length + 1}`;
    this.#lines.push(`${id}=${entity};`);
    return id;
  }

  /** Lines that many others refer to. */
  #once(entity: string): string {
    const id = this.#shared.get(entity) ?? this.#add(entity);
    this.#shared.set(entity, id);
    return id;
  }

  #id(): string {
    return `'${String(this.#guid++).padStart(22, '0')}'`;
  }

  #point(point: readonly number[]): string {
    return this.#once(`IFCCARTESIANPOINT((${point.map((value) => number(value * this.#scale))}))`);
  }

  #direction(direction: Point): string {
    return this.#once(`IFCDIRECTION((${direction.map(number)}))`);
  }

  #axes(origin: Point, axis?: Point, across?: Point): string {
    const turn = axis && across ? `${this.#direction(axis)},${this.#direction(across)}` : '$,$';
    return this.#once(`IFCAXIS2PLACEMENT3D(${this.#point(origin)},${turn})`);
  }

  #aggregate(whole: string, pieces: readonly string[]): void {
    this.#add(`IFCRELAGGREGATES(${this.#id()},$,$,$,${whole},(${pieces}))`);
  }

  #shape(solids: readonly Solid[], context: string): string {
    const items = solids.map((solid) => this.#solid(solid));
    const body = this.#add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${items}))`);
    return this.#add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${body}))`);
  }

  /** Its base in its own plane, and how far it is drawn. */
  #solid({ base, along, material }: Solid): string {
    const origin = base[0]!;
    const depth = Math.hypot(...along);
    const axis = normalOf(base);
    const second = base[1]!;
    const width = Math.hypot(second[0] - origin[0], second[1] - origin[1], second[2] - origin[2]);
    const across = [0, 1, 2].map((i) => (second[i]! - origin[i]!) / width) as unknown as Point;
    const up: Point = [
      axis[1] * across[2] - axis[2] * across[1],
      axis[2] * across[0] - axis[0] * across[2],
      axis[0] * across[1] - axis[1] * across[0],
    ];
    const flat = base.map((corner) => {
      const away = [0, 1, 2].map((i) => corner[i]! - origin[i]!);
      const along2 = (direction: Point) => away.reduce((sum, value, i) => sum + value * direction[i]!, 0);
      return this.#point([along2(across), along2(up)]);
    });
    const outline = this.#add(`IFCPOLYLINE((${[...flat, flat[0]]}))`);
    const profile = this.#add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${outline})`);
    const drawn = this.#direction([0, 0, 1]);
    const solid = this.#add(
      `IFCEXTRUDEDAREASOLID(${profile},${this.#axes(origin, axis, across)},${drawn},${number(depth * this.#scale)})`,
    );
    this.#add(`IFCSTYLEDITEM(${solid},(${this.#style(material)}),$)`);
    return solid;
  }

  #style(key: string): string {
    const { name, colour, opacity = 1 } = this.#building.materials[key]!;
    const rgb = this.#once(`IFCCOLOURRGB($,${colour.map(number)})`);
    const shading = this.#once(`IFCSURFACESTYLERENDERING(${rgb},${number(1 - opacity)},$,$,$,$,$,$,.FLAT.)`);
    return this.#once(`IFCSURFACESTYLE(${escaped(name)},.BOTH.,(${shading}))`);
  }

  #product({ name, kind, solids, layers = [] }: Part, context: string, placement: string): string {
    const shape = this.#shape(solids, context);
    const tail = tails[kind] ?? ',$';
    const product = this.#add(
      `${kind.toUpperCase()}(${this.#id()},$,${escaped(name)},$,$,${placement},${shape},$${tail})`,
    );
    if (layers.length > 0) {
      const made = layers.map((key) => {
        const material = this.#once(`IFCMATERIAL(${escaped(this.#building.materials[key]!.name)},$,$)`);
        return this.#once(`IFCMATERIALLAYER(${material},${number(0.1 * this.#scale)},$,$,$,$,$)`);
      });
      const set = this.#once(`IFCMATERIALLAYERSET((${made}),$,$)`);
      this.#add(`IFCRELASSOCIATESMATERIAL(${this.#id()},$,$,$,(${product}),${set})`);
    }
    return product;
  }

  #room({ name, area, solid }: SampleRoom, context: string, placement: string): string {
    const shape = this.#shape([solid], context);
    const room = this.#add(
      `IFCSPACE(${this.#id()},$,${escaped('1')},$,$,${placement},${shape},${escaped(name)},.ELEMENT.,.INTERNAL.,$)`,
    );
    const floor = this.#add(`IFCQUANTITYAREA('NetFloorArea',$,$,${number(area)},$)`);
    const set = this.#add(`IFCELEMENTQUANTITY(${this.#id()},$,'Qto_SpaceBaseQuantities',$,$,(${floor}))`);
    this.#add(`IFCRELDEFINESBYPROPERTIES(${this.#id()},$,$,$,(${room}),${set})`);
    return room;
  }
}

/** Attributes that classes have after the tag. */
const tails: Readonly<Record<string, string>> = {
  IfcDoor: ',$,$,$,$,$',
  IfcWindow: ',$,$,$,$,$',
  IfcStairFlight: ',$,$,$,$,$',
};

function degrees(angle: number): string {
  const seconds = Math.round(angle * 3600);
  return `(${Math.trunc(seconds / 3600)},${Math.trunc((seconds % 3600) / 60)},${seconds % 60})`;
}
