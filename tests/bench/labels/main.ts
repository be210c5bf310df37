import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { labelLimits, measures } from '#shared/domain/judgement';
import type { ClassLook } from '../../../engine/judgement/class-change.ts';
import { judgeOutput } from '../../../engine/judgement/judge-output.ts';
import { glanceWithNetwork } from '../../../engine/kernels/scene-reader/read-scene.ts';
import { jobModelsOf } from '../../../engine/models/client.ts';
import { createModelHost } from '../../../engine/models/host.ts';
import { sceneNetworkOf } from '../../../engine/models/scene-weights.ts';
import { type Measurement, say } from '../measurement.ts';
import {
  agreementOf,
  commonGrade,
  type GradedPair,
  gradersAgreement,
  type LimitTable,
  mostGoodHidden,
} from './agreement.ts';
import { fitLimits } from './fit-limits.ts';
import { type Pair, questionOf, readGrades, readPairs } from './pairs.ts';

/**
 * Holds the labels of results against the grades of two people: `npm run bench -- labels /folder`, and with `fit` after
 * it also looks for better limits, on the tuning half alone. The folder has `pairs.json`, `pairs/` with
 * `<id>-base.png` and `<id>-result.png`, and `grades-1.json` and `grades-2.json` with a letter from A to D
 * and the reason by id.
 */
export async function benchLabels(asked: readonly string[]): Promise<Measurement[]> {
  const folder = asked.find((word) => word.includes('/'));
  if (!folder) throw new Error('name the folder of the graded pairs: npm run bench -- labels /folder');
  const [first, second] = await Promise.all([readGrades(folder, 'grades-1.json'), readGrades(folder, 'grades-2.json')]);
  const graded = (await readPairs(folder)).flatMap((pair) => {
    const grade = commonGrade(first.get(pair.id), second.get(pair.id));
    return grade ? [{ ...pair, grade }] : [];
  });
  const pairs = await measure(graded, folder);
  const people = gradersAgreement(first, second);
  const measurements = [
    { name: 'equal grades of two people', ours: people.equal * 100, unit: '%' },
    { name: 'their kappa, squared weights, × 100', ours: people.kappa * 100, unit: '' },
    { name: 'pairs left out, grades apart by more than one', ours: people.pairs - pairs.length, unit: 'pairs' },
    ...told('as it is', pairs, labelLimits),
  ];
  if (!asked.includes('fit')) return measurements;
  const fitted = fitLimits(pairs.filter(({ half }) => half === 'tuning'));
  console.table(
    Object.fromEntries(
      measures.map((name) => [
        name,
        { final: labelLimits[name].final, assisted: labelLimits[name].assisted, ...fittedColumns(fitted, name) },
      ]),
    ),
  );
  return [...measurements, ...told('fitted', pairs, fitted)];
}

const fittedColumns = (table: LimitTable, name: keyof LimitTable) => ({
  'fitted final': table[name].final,
  'fitted assisted': table[name].assisted,
});

function told(name: string, pairs: readonly GradedPair[], table: LimitTable): Measurement[] {
  return (['tuning', 'held-out'] as const).flatMap((half) => {
    const found = agreementOf(
      pairs.filter((pair) => pair.half === half),
      table,
    );
    const of = `${name}, ${half} half`;
    return [
      { name: `${of}: labels that agree, of ${found.pairs}`, ours: found.agreeing * 100, unit: '%' },
      { name: `${of}: D above preview`, ours: found.wrongShown, unit: 'pairs', target: 'none' },
      {
        name: `${of}: A and B called previews`,
        ours: found.goodHidden * 100,
        unit: '%',
        target: `at most ${mostGoodHidden * 100} %`,
      },
    ];
  });
}

async function measure<P extends Pair>(pairs: readonly P[], folder: string) {
  const judgedIn = await mkdtemp(path.join(tmpdir(), 'bench-labels-'));
  const host = await createModelHost();
  // The process of the networks keeps nobody awake while it ends.
  const awake = setInterval(() => undefined, 1000);
  const network = sceneNetworkOf(jobModelsOf({ address: host.address, slots: {} }));
  const look: ClassLook | undefined = network && (({ rgb, ...size }) => glanceWithNetwork(rgb, size, network));
  try {
    const measured = [];
    for (const [place, pair] of pairs.entries()) {
      if (place % 20 === 0) say(`measuring pair ${place + 1} of ${pairs.length}`);
      measured.push({ ...pair, ...(await judgeOutput(await questionOf(pair, folder, judgedIn), look)) });
    }
    return measured;
  } finally {
    await host.close();
    clearInterval(awake);
    await rm(judgedIn, { recursive: true, force: true });
  }
}
