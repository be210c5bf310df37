/** Finishes by the names that modelling programs give materials, and by classes of IFC. */

/** A kind of surface, whatever its colour. */
export type Finish =
  | 'glass'
  | 'mirror'
  | 'water'
  | 'brick'
  | 'block'
  | 'roofTile'
  | 'slate'
  | 'roofMetal'
  | 'roofFlat'
  | 'concrete'
  | 'plaster'
  | 'wood'
  | 'woodFloor'
  | 'metal'
  | 'darkMetal'
  | 'stone'
  | 'marble'
  | 'tile'
  | 'paving'
  | 'asphalt'
  | 'gravel'
  | 'earth'
  | 'lawn'
  | 'leaves'
  | 'bark'
  | 'fabric'
  | 'carpet'
  | 'leather'
  | 'plastic'
  | 'ceramic'
  | 'lamp'
  | 'ceiling'
  | 'frame'
  | 'panel'
  | 'paint';

/** Layers of a wall or slab that nobody sees. */
export const hiddenLayers =
  /stud|furring|firring|\bair\b|air ?(space|gap|layer)|insulat|d[äa]mm|membrane|vapou?r|retarder|damp|barrier|fib(er|re)glass|batt\b|grout|sheathing|dimensional lumber|substrate|adhesive|m[öo]rtel|luft|folie|abdicht|sperr|estrich|screed|龙骨|保温|隔热|空气|防水|防潮|砂浆|找平|粘结|基层|夯实/i;

/** First match counts: special words stand before general ones. */
export const finishNames: ReadonlyArray<readonly [RegExp, Finish]> = [
  [/mirror|spiegel|镜/i, 'mirror'],
  [/glass ?fib|glasfaser|玻璃(棉|纤维|钢)/i, 'panel'],
  [/glass|glas\b|glaz|verglas|verre|vidrio|vetro|玻璃|幕墙|窗玻|透明|translucent|window ?pane|\bpane\b/i, 'glass'],
  [/swimming|\bpool\b|water(?!proof)|wasser(?!dicht)|水面|水体|湖|河|海水|泳池|池水|^水$/i, 'water'],
  [/plasterboard|gypsum|gips|drywall|wall ?board|石膏/i, 'plaster'],
  [/ceiling|decke(?!r)|akustik|acoustic|吊顶|天花|矿棉/i, 'ceiling'],
  [/chalk ?board|white ?board/i, 'panel'],
  [
    /roof.{0,8}(tile|shingle)|shingle|dachziegel|ziegel(?!stein)|tile.{0,6}roof|roofing.{0,6}(tile|clay|spanish)|瓦(?!楞)/i,
    'roofTile',
  ],
  [/slate|schiefer|石板瓦|板岩/i, 'slate'],
  [
    /standing ?seam|stehfalz|zinc|zink|titan|corrugat|trapez|wellblech|metal.{0,4}roof|roof.{0,8}metal|压型|金属屋面|锌/i,
    'roofMetal',
  ],
  [/bitum|roof.{0,12}(epdm|membrane|gravel|flat)|flachdach|屋面|上人屋面|basic roof|generic roof/i, 'roofFlat'],
  [/concrete (block|masonry)|masonry unit|\bcmu\b|block ?work|kalksand|砌块|加气/i, 'block'],
  [
    /brick|klinker|mauerwerk|backstein|ziegelstein|brique|masonry(?!.{0,4}(grout|stone))|(?<![瓷地墙面场])砖|清水砖|砌体/i,
    'brick',
  ],
  [/marble|marmor|terrazzo|大理石|水磨石|carrara/i, 'marble'],
  [/asphalt|tarmac|bitumenstra|(?<![a-z])road|stra(ß|ss)e|沥青|道路|车行/i, 'asphalt'],
  [/gravel|kies|schotter|pebble|ballast|碎石|卵石|砾石/i, 'gravel'],
  [/paving|paver|pflaster|cobble|side ?walk|pavement|terrasse|gehweg|铺装|广场砖|地砖.*室外|人行道|路缘/i, 'paving'],
  [/carpet|teppich|\brug\b|地毯/i, 'carpet'],
  [/ceramic|porcelain|\btiles?\b|fliese|keramik|瓷砖|面砖|马赛克|mosaic|地砖|墙砖/i, 'tile'],
  [/porzellan|sanit|\bbasin\b|toilet|\bsink\b|\bwc\b|洁具|陶瓷|卫生/i, 'ceramic'],
  [/leichtbeton|stahlbeton|concrete|beton|cement|zement|混凝土|水泥|清水/i, 'concrete'],
  [/(wood|timber|holz|oak|parquet|laminate).{0,12}floor|flooring|parkett|dielen|laminat(?!e)|地板/i, 'woodFloor'],
  [
    /grass|lawn|gras\b|rasen|wiese|gel(ä|ae|a)nde|terrain|topograph|vegetation_grass|meadow|turf|草(?!图)|绿地|绿化|地形/i,
    'lawn',
  ],
  [/bark|trunk|stamm|树干|树皮/i, 'bark'],
  [
    /leaf|leaves|foliage|laub|blatt|\btree|baum|hedge|hecke|shrub|plant(?!er)|strauch|vegetation|树|叶|灌木|植物/i,
    'leaves',
  ],
  [/earth|soil|erde|boden(?=$|\s)|\bsand\b|\bdirt\b|mud|土(?!建)|沙/i, 'earth'],
  [
    /granit|limestone|sandstone|travertin|stone|stein\b|naturstein|kalkstein|pierre|石材|石灰|花岗|砂岩|洞石|文化石|^石/i,
    'stone',
  ],
  [/leather|leder|皮革|真皮/i, 'leather'],
  [/fabric|textil|cloth|stoff|curtain(?! ?wall)|vorhang|linen|cotton|velvet|布|织物|窗帘|沙发|床品/i, 'fabric'],
  [/black ?metal|dark ?metal|iron|eisen|anthra|gusseisen|铁|黑钢|深灰金属/i, 'darkMetal'],
  [
    /chrome|chrom|steel|stahl|alumin|\balu\b|metal|brass|copper|kupfer|messing|inox|nickel|bronze|钢(?!筋)|铝|金属|铜|不锈/i,
    'metal',
  ],
  [/window.?frame|mullion|fensterrahmen|rahmen|sash|窗框|型材|龙骨框/i, 'frame'],
  [
    /wood|holz|timber|lumber|plywood|oak|eiche|birch|birke|cherry|walnut|nuss|mahogan|maple|ahorn|pine|kiefer|fichte|cedar|teak|bamboo|veneer|furnier|sperrholz|mdf|bois|木|橡|胡桃|竹|柚/i,
    'wood',
  ],
  [/lamp|light ?(source|fixture|bulb)|leucht|emissi|\bled\b|灯|发光/i, 'lamp'],
  [/putz|plaster|stucco|render(?!ing)|涂料|抹灰|粉刷|乳胶|真石漆|白墙|stuck/i, 'plaster'],
  [/cladding|siding|panel|fassade|fa[cç]ade|eternit|hpl|aluco|铝板|外墙板|挂板|饰面/i, 'panel'],
  [/plastic|kunststoff|pvc|acryl|rubber|gummi|塑料|亚克力|橡胶|laminate|melamin/i, 'plastic'],
  [/paint|anstrich|farbe|lack|油漆|漆|涂/i, 'paint'],
];

/** Finishes of parts whose material says nothing. */
export const finishOfKind: Readonly<Record<string, Finish>> = {
  IfcWall: 'plaster',
  IfcWallStandardCase: 'plaster',
  IfcWallElementedCase: 'plaster',
  IfcSlab: 'concrete',
  IfcRoof: 'roofFlat',
  IfcSite: 'lawn',
  IfcGeographicElement: 'lawn',
  IfcRailing: 'darkMetal',
  IfcStair: 'concrete',
  IfcStairFlight: 'concrete',
  IfcRamp: 'concrete',
  IfcRampFlight: 'concrete',
  IfcColumn: 'concrete',
  IfcBeam: 'concrete',
  IfcFooting: 'concrete',
  IfcPile: 'concrete',
  IfcDoor: 'wood',
  IfcWindow: 'frame',
  IfcMember: 'frame',
  IfcPlate: 'panel',
  IfcCurtainWall: 'frame',
  IfcCovering: 'plaster',
  IfcFurniture: 'wood',
  IfcFurnishingElement: 'wood',
  IfcSystemFurnitureElement: 'wood',
  IfcSanitaryTerminal: 'ceramic',
  IfcFlowTerminal: 'ceramic',
  IfcLightFixture: 'lamp',
  IfcShadingDevice: 'metal',
};

/** Names that a program gives by itself, in small letters, without figures and marks, but for one letter after them. */
export const namelessNames: ReadonlySet<string> = new Set(
  'default standard solid material mat color colour farbe generic untitled none noname lambert phong blinn initialshading surface surf bycategory 默认 材质 未命名 颜色'.split(
    ' ',
  ),
);
