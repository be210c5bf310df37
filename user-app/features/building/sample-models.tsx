import { useState } from 'react';
import { fetchSampleBuilding, type SampleBuilding, sampleBuildings } from '../../data/sample-buildings';
import { Button } from '../../ui/button';

/** Models to try with: a press gives one as if it had been chosen from the disk. */
export function SampleModels({ onFile }: { onFile: (file: File) => void }) {
  const [fetched, setFetched] = useState<SampleBuilding>();
  const [isFailed, setFailed] = useState(false);
  const take = async (sample: SampleBuilding) => {
    setFetched(sample);
    setFailed(false);
    try {
      onFile(await fetchSampleBuilding(sample));
    } catch {
      setFailed(true);
    } finally {
      setFetched(undefined);
    }
  };
  return (
    <div className="flex flex-wrap gap-12" role="group" aria-label="示例模型">
      <span className="text-second text-13">没有模型文件？</span>
      {sampleBuildings.map((sample) => (
        <Button key={sample.file} look="text" disabled={fetched !== undefined} onClick={() => void take(sample)}>
          {fetched === sample ? '正在取示例模型' : `用${sample.title}试试`}
        </Button>
      ))}
      {isFailed && (
        <span role="alert" className="text-danger text-13">
          示例模型没有取到，请检查网络后再试
        </span>
      )}
    </div>
  );
}
