import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { pngChunk } from './formats/png-file.ts';

/** Value of `ContentProducer` and `ContentPropagator` in the metadata of generated pictures (docs/RULES.md R58). */
const producer = 'zhuhui';

/**
 * Returns an XMP packet with the metadata of a generated picture as the JSON value of `TC260:AIGC`.
 * @param existing packet whose other fields are kept; returned unchanged when it has that field
 */
export function generatedXmp(number: string, existing?: string): string {
  const text = fieldsOf(number);
  const description = `<rdf:Description rdf:about="" xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/"><TC260:AIGC>${escaped(text)}</TC260:AIGC></rdf:Description>`;
  if (existing?.includes('TC260:AIGC')) return existing;
  if (existing?.includes('</rdf:RDF>')) return existing.replace('</rdf:RDF>', `${description}</rdf:RDF>`);
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

function fieldsOf(number: string): string {
  const mark = { Label: '1', ContentProducer: producer, ProduceID: number, ReservedCode1: '', ReservedCode2: '' };
  return JSON.stringify({ ...mark, ContentPropagator: producer, PropagateID: number });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Signature and first chunk of a PNG, bytes. */
export const pngHead = 33;

/** XMP as a chunk of a PNG, which belongs behind its first one. */
export function pngXmpChunk(xmp: string): Buffer {
  // Keyword, not compressed, no language, no translated keyword (PNG, third edition, 11.3.3.4).
  return pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)).whole;
}

/** Other files that tools make: a film, or a drawing of lines. */
export type DrawnFormat = 'mp4' | 'svg' | 'dxf';

export const isDrawn = (format: string): format is DrawnFormat => ['mp4', 'svg', 'dxf'].includes(format);

/** `uuid` of the box that holds XMP (XMP specification, part 3, 1.2.6.2). */
const xmpUuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** Writes a copy of a film or drawing that tells it is generated; what it shows stays byte for byte. */
export async function copyAsGenerated(file: string, target: string, format: DrawnFormat, number: string) {
  if (format === 'mp4') {
    // Behind everything else, so that no offset within the file changes.
    const xmp = Buffer.from(generatedXmp(number));
    const head = Buffer.alloc(8);
    head.writeUInt32BE(head.length + xmpUuid.length + xmp.length);
    head.write('uuid', 4, 'latin1');
    await copyFile(file, target);
    await appendFile(target, Buffer.concat([head, xmpUuid, xmp]));
    return;
  }
  const text = await readFile(file, 'utf8');
  if (format === 'dxf') {
    // A comment of DXF, which readers pass over.
    await writeFile(target, `999\nAIGC ${fieldsOf(number)}\n${text}`);
    return;
  }
  const end = text.lastIndexOf('</svg>');
  await writeFile(target, `${text.slice(0, end)}<metadata>${generatedXmp(number)}</metadata>${text.slice(end)}`);
}
