/** Who says so, in the fields of the labelling rules (product.md §7.5). */
const producer = 'zhuhui';

/** The metadata that tell a generated picture: the JSON of the labelling rules as a field of XMP, beside what was there. */
export function generatedXmp(number: string, existing?: string): string {
  const mark = { Label: '1', ContentProducer: producer, ProduceID: number, ReservedCode1: '', ReservedCode2: '' };
  const text = JSON.stringify({ ...mark, ContentPropagator: producer, PropagateID: number });
  const description = `<rdf:Description rdf:about="" xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/"><TC260:AIGC>${escaped(text)}</TC260:AIGC></rdf:Description>`;
  if (existing?.includes('TC260:AIGC')) return existing;
  if (existing?.includes('</rdf:RDF>')) return existing.replace('</rdf:RDF>', `${description}</rdf:RDF>`);
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
