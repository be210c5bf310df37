/** Building models of the project's own, written by `npm run seed:buildings`. */
export const sampleBuildings = [
  { title: '示例别墅', file: 'villa.ifc' },
  { title: '示例居室', file: 'room.ifc' },
] as const;

export type SampleBuilding = (typeof sampleBuildings)[number];

/** Rejects when it cannot be read. */
export async function fetchSampleBuilding({ title, file }: SampleBuilding): Promise<File> {
  const answer = await fetch(`/samples/buildings/${file}`);
  if (!answer.ok) throw new Error(`the sample ${file} was answered with ${answer.status}`);
  return new File([await answer.blob()], `${title}.ifc`);
}
