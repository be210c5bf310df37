/** Small PDFs that take excessive time or memory to render. */

/** Builds a PDF file of these objects; the first one is the catalog. */
function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, place) => {
    const at = text.length;
    text += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${trailer}`, 'latin1');
}

const streamOf = (dictionary: string, content: string) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;

interface Page {
  /** Width and height in points. */
  width?: number;
  height?: number;
  /** Entries of the page's resource dictionary. */
  resources?: string;
  content?: string;
  /** Further objects, numbered from 5. */
  objects?: readonly string[];
}

export function pdfPage({ width = 400, height = 300, resources = '', content = '', objects = [] }: Page): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 ${width} ${height}] >>`,
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> >>`,
    streamOf('', content),
    ...objects,
  ]);
}

/** Form objects that each draw the next one ten times: 10^9 drawings from two kilobytes. */
export function formsInForms(depth = 9): Buffer {
  const objects = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const next = isLast ? '' : `/Resources << /XObject << /F ${6 + level} 0 R >> >>`;
    const content = isLast ? '0 0 400 300 re f' : '/F Do '.repeat(10);
    return streamOf(`/Type /XObject /Subtype /Form /BBox [0 0 400 300] ${next}`, content);
  });
  return pdfPage({ resources: '/XObject << /F 5 0 R >>', content: '/F Do', objects });
}

/** Nested transparency groups: each is drawn into a separate buffer of the size of the page. */
export function groupsInGroups(depth = 9): Buffer {
  const state = '/ExtGState << /G << /ca 0.5 /CA 0.5 /BM /Multiply >> >>';
  const objects = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const next = isLast ? '' : `/XObject << /F ${6 + level} 0 R >>`;
    const content = isLast ? '1 0 0 rg 10 10 380 280 re f' : '0 1 0 rg 0 0 400 300 re f /G gs /F Do';
    const group = '/Group << /S /Transparency /I true /CS /DeviceRGB >>';
    return streamOf(
      `/Type /XObject /Subtype /Form /BBox [0 0 400 300] ${group} /Resources << ${state} ${next} >>`,
      content,
    );
  });
  return pdfPage({ resources: `${state} /XObject << /F 5 0 R >>`, content: '/G gs /F Do', objects });
}

/** A gradient whose function is evaluated for every pixel, drawn `times` times over the whole page. */
export function endlessShadings(times = 4000): Buffer {
  const program = `{ ${'2 copy mul sin exch cos add '.repeat(30)} pop dup dup }`;
  const called = streamOf('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', program);
  const shading =
    '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [400 0 0 300 0 0] /Function 6 0 R >>';
  return pdfPage({ resources: '/Shading << /S 5 0 R >>', content: '/S sh '.repeat(times), objects: [shading, called] });
}

/** A document that declares a million pages, with a cyclic page tree. */
export function pagesInPages(): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 1000000 /MediaBox [0 0 400 300] >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 999999 >>',
  ]);
}

/** A page with `count` unused objects. */
export function manyObjects(count = 200_000): Buffer {
  return pdfPage({ content: '1 0 0 rg 40 40 300 200 re f', objects: Array<string>(count).fill('[1 2 3]') });
}
