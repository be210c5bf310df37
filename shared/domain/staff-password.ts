/** Characters a password of staff has at least. */
export const leastStaffPassword = 10;

/** Beginnings and whole passwords that are tried first by everybody who guesses. */
const common = [
  'password',
  'passw0rd',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'letmein',
  'iloveyou',
  'welcome',
  'administrator',
  'admin',
  'woaini',
  '1q2w3e4r',
  '1qaz2wsx',
  'abc123',
  'a123456',
  'zhuhui',
];

/**
 * Fault of a password of staff, as a Chinese sentence; null when there is none. Requires a length and refuses commonly
 * guessed passwords; kinds of characters are not required (NIST SP 800-63B §3.1.1).
 * @param names login name, nickname and the like: a password is not made of them
 */
export function staffPasswordFault(password: string, names: readonly string[]): string | null {
  if ([...password].length < leastStaffPassword) return `员工密码至少${leastStaffPassword}位`;
  const plain = password.toLowerCase();
  if (new Set(plain).size < 4) return '密码里重复的字符太多';
  if (isRun(plain)) return '密码不能是连续的字母或数字';
  const rest = common.reduce((text, word) => text.split(word).join(''), plain);
  if (rest.replace(/[\d\W_]/g, '').length === 0 && rest.length < leastStaffPassword && rest !== plain)
    return '这个密码太常见，容易被猜到';
  for (const name of names) {
    const word = name.trim().toLowerCase();
    if (word.length >= 4 && plain.includes(word)) return '密码不能包含登录名或昵称';
  }
  return null;
}

const rows = ['0123456789012345678901234567890', 'abcdefghijklmnopqrstuvwxyz'];

/** Returns true when it is a stretch of the digits or of the alphabet, forwards or backwards. */
function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('');
  return rows.some((row) => row.includes(text) || row.includes(backwards));
}
