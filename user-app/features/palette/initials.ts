/** The last characters of each letter in the order of pinyin, as the browser's own collation sorts them. */
const lasts = '驁簿錯鵽樲鰒餜靃攟鬠纙鞪黁漚曝裠鶸蜶籜鶩鑂韻糳';
const letters = 'abcdefghjklmnopqrstwxyz';
const order = new Intl.Collator('zh-Hans-CN-u-co-pinyin');

/** `xzs` for 新中式; what is no Chinese character stays, in small letters. */
export function initialsOf(words: string): string {
  return [...words.toLowerCase()]
    .map((sign) => {
      if (!/\p{Script=Han}/u.test(sign)) return sign;
      const place = [...lasts].findIndex((last) => order.compare(sign, last) <= 0);
      return letters[place] ?? sign;
    })
    .join('');
}
