import { IFCUNITASSIGNMENT } from 'web-ifc';
import { type IfcFile, type IfcLine, idsIn, numberOf } from './ifc-file.ts';

const prefixes: Readonly<Record<string, number>> = {
  ...{ EXA: 1e18, PETA: 1e15, TERA: 1e12, GIGA: 1e9, MEGA: 1e6, KILO: 1e3, HECTO: 100, DECA: 10 },
  ...{ DECI: 0.1, CENTI: 0.01, MILLI: 1e-3, MICRO: 1e-6, NANO: 1e-9 },
};

export interface IfcUnits {
  /** Undefined where the file does not tell. */
  metresPerUnit?: number | undefined;
  squareMetresPerUnit: number;
}

export function unitsOf(file: IfcFile): IfcUnits {
  const units = file
    .ids(IFCUNITASSIGNMENT)
    .flatMap((id) => idsIn(file.line(id)?.Units))
    .map((id) => file.line(id));
  const sizeOf = (kind: string, power: number) => {
    const unit = units.find((line) => line?.UnitType?.value === kind);
    return unit && sizeOfUnit(file, unit, power);
  };
  const metresPerUnit = sizeOf('LENGTHUNIT', 1);
  return { metresPerUnit, squareMetresPerUnit: sizeOf('AREAUNIT', 2) ?? 1 };
}

/** @param power of a prefix: of square millimetres each side is a thousandth */
function sizeOfUnit(file: IfcFile, unit: IfcLine, power: number): number | undefined {
  const factor = file.follow(unit.ConversionFactor);
  if (!factor) return unit.Name ? (prefixes[unit.Prefix?.value] ?? 1) ** power : undefined;
  const base = file.follow(factor.UnitComponent);
  const value = numberOf(factor.ValueComponent);
  const size = base && value !== undefined ? value * (prefixes[base.Prefix?.value] ?? 1) ** power : undefined;
  return size !== undefined && size > 0 ? size : undefined;
}
