const words: Readonly<Record<string, string>> = {
  Wall: '墙',
  WallStandardCase: '墙',
  CurtainWall: '幕墙',
  Slab: '楼板',
  Roof: '屋顶',
  Covering: '饰面',
  Window: '窗',
  Door: '门',
  Column: '柱',
  Beam: '梁',
  Member: '杆件',
  Plate: '板',
  Stair: '楼梯',
  StairFlight: '楼梯',
  Ramp: '坡道',
  RampFlight: '坡道',
  Railing: '栏杆',
  Footing: '基础',
  Pile: '桩',
  Furniture: '家具',
  FurnishingElement: '家具',
  SystemFurnitureElement: '家具',
  Site: '场地',
  GeographicElement: '场地',
  FlowTerminal: '设备',
  SanitaryTerminal: '洁具',
  LightFixture: '灯具',
  TransportElement: '电梯与扶梯',
  BuildingElementProxy: '其他构件',
};

/** Chinese word for a class of IFC; classes without one keep their names. */
export function kindWords(kind: string): string {
  const name = kind.replace(/^Ifc/, '');
  return words[name] ?? (name || '未分类');
}
