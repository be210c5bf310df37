import { storyShelf } from '../../data/gallery-cases';
import { RecipeStrip } from '../../features/gallery/recipes/recipe-strip';
import { openPicture } from '../../features/gallery/wall/open-picture';
import { ToolWall } from '../../features/tool-wall/tool-wall';
import { useToolCards } from '../../lib/use-tool-cards';
import { GalleryFrame } from './gallery-frame';

export default function AiTool() {
  const cards = useToolCards();
  return (
    <GalleryFrame hasTabs={false} text="图库里的图就是用这些工具做的。没有接入生成模型时，由内置引擎在服务器上计算。">
      <RecipeStrip cards={cards} onOpen={(picture) => openPicture(picture.id, storyShelf('recipes', [picture]))} />
      <ToolWall level={2} />
    </GalleryFrame>
  );
}
