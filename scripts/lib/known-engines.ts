import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { settingsOf } from '../../mock-server/adapters/render/connected.ts';
import type { FileSettings } from '../../mock-server/adapters/render/engine-registry.ts';
import { readEnginesFile } from '../../mock-server/adapters/render/engines-file.ts';
import { createSeal } from '../../mock-server/modules/base/seal.ts';
import {
  type ConnectedRow,
  headersOfRow,
  keySealPurpose,
  toEngine,
} from '../../mock-server/modules/studio/engine/connected-engine-row.ts';

/**
 * Engines of the operator's file, then those that staff have connected, also while they are switched off. Changes
 * nothing, and works while a server runs. Throws `StartRefusal` where the file is at fault.
 */
export function knownEngines({ enginesFile, dataDir }: { enginesFile?: string | undefined; dataDir: string }) {
  return [...(enginesFile === undefined ? [] : readEnginesFile(enginesFile)), ...enginesOfConsole(dataDir)];
}

function enginesOfConsole(dataDir: string): FileSettings[] {
  const file = path.join(dataDir, 'zhuhui.db');
  const keyFile = path.join(dataDir, 'installation.key');
  if (!existsSync(file) || !existsSync(keyFile)) return [];
  const seal = createSeal(readFileSync(keyFile, 'utf8'), keySealPurpose);
  const connection = new Database(file, { readonly: true });
  try {
    // Data of an older version have no such table before their first start with this one.
    const table = connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'engine_graph'");
    if (table.get() === undefined) return [];
    const rows = connection.prepare('SELECT * FROM connected_engine ORDER BY id').all() as ConnectedRow[];
    const graphs = connection.prepare('SELECT id, content FROM engine_graph').all() as Array<{
      id: string;
      content: string;
    }>;
    const own = new Map(graphs.map(({ id, content }) => [id, content]));
    return rows.map((row) => settingsOf({ engine: toEngine(row), headers: headersOfRow(seal, row), own }));
  } finally {
    connection.close();
  }
}
