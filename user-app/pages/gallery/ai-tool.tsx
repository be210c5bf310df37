import { ToolWall } from '../../features/tool-wall/tool-wall';
import { GalleryFrame } from './gallery-frame';

export default function AiTool() {
  return (
    <GalleryFrame hasTabs={false} text="本站自己的工具。没有接入生成模型时，由内置引擎在服务器上计算。">
      <ToolWall level={2} />
    </GalleryFrame>
  );
}
