/** Object and array values travel as JSON text; what is undefined does not travel. */
export function toForm(payload: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined) continue;
    form.set(name, typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
  }
  return form;
}

export function toMultipart(payload: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(payload)) {
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : 'file');
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

/** By content type: JSON, text, form, pictures and videos as a blob; without a known one JSON, or else the text. */
export async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) return response.json();
  if (type.startsWith('text/')) return response.text();
  if (type.includes('form')) return response.formData();
  if (type.startsWith('video/') || type.startsWith('image/')) return response.blob();
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
