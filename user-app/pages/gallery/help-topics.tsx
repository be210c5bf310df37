import { useSiteSettings } from '../../data/settings';
import styles from './help-topics.css';

const topics = [
  [
    '收不到验证码怎么办？',
    '同一号码 60 秒内只能获取一次，每小时最多 5 次，每天最多 10 次。请检查号码和短信拦截；仍收不到时隔一小时再试。',
  ],
  [
    '券什么时候扣？',
    '提交时先占用，交付结果才扣除。失败、取消或被拒绝的任务，券退回原来的批次，有效期不变。要 4 张只出 3 张时，只扣 3 张。',
  ],
  [
    '“本地示意图”“本地算法”是什么？',
    '没有接入生成模型时由内置引擎计算。“本地算法”是确定的计算，例如转线稿、抠图、压缩；“本地示意图”是按线稿和材料规则上色的示意，不等同于写实渲染。',
  ],
  [
    '底图有什么要求？',
    'JPG、PNG、WebP、HEIC、TIFF、BMP、AVIF 和 PDF（可选页），不超过 20 MB，每边 256 到 8192 像素，长宽比不超过 4:1；更大的 JPG、PNG、WebP 会先在浏览器里缩小。手机照片会按拍摄方向自动转正，颜色统一转为 sRGB。',
  ],
  ['为什么不能选 2K、4K？', '2K 和 4K 需要会员。结果出来后也可以用放大工具单独提高清晰度。'],
  ['下载的图为什么有水印？', '免费账号的下载图左上角有品牌水印，会员没有。AI 生成标识是法律要求的，所有账号都有。'],
  ['局部修改会不会动到别处？', '不会。选区以外的像素与底图完全相同，由程序逐点保证。'],
  ['作品保存多久？', '免费账号 180 天，会员长期。删除的作品在回收站保留 30 天。'],
] as const;

export function HelpTopics() {
  const { data } = useSiteSettings();
  return (
    <div className={styles.topics}>
      {topics.map(([question, answer]) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      {data?.outboxes.sms && (
        <details>
          <summary>收不到短信，验证码在哪里看？</summary>
          <p>
            这台服务器没有接入短信服务。打开 <a href="/__mock/">/__mock/</a>，在短信列表里查看。
          </p>
        </details>
      )}
    </div>
  );
}
