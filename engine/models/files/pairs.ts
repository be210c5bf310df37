import { stat } from 'node:fs/promises';
import path from 'node:path';

/** `X.encoder.onnx` ↔ `X.decoder.onnx`, `encoder` ↔ `decoder` anywhere in the name. */
function decoderName(file: string): string {
  const base = path.basename(file);
  return /encoder/i.test(base)
    ? base.replace(/encoder/i, (found) =>
        found === 'ENCODER' ? 'DECODER' : found === 'Encoder' ? 'Decoder' : 'decoder',
      )
    : base.replace(/\.onnx$/i, '.decoder.onnx');
}

/**
 * The decoder that belongs to an encoder by its name, if it lies beside it.
 * @param listed what the table of known files calls it
 */
export async function decoderBeside(file: string, listed?: string): Promise<string | undefined> {
  for (const name of [decoderName(file), ...(listed ? [listed] : [])]) {
    const beside = path.join(path.dirname(file), name);
    if (beside !== file && (await isFile(beside))) return beside;
  }
  return undefined;
}

/** Chinese sentence for an encoder whose decoder is missing. */
export const missingDecoder = (file: string) =>
  `还缺解码器：请把同一型号的解码器放在旁边，命名为 ${decoderName(file)}。`;

export async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
