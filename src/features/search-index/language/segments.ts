/** Words of scripts that put no spaces between them: in a text they are long runs of letters. */

/** Scripts of which a run of letters holds several words. */
const run =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Hangul has spaces, but endings are written to its words. */
const joined = /\p{Script=Hangul}/u

const longestRun = 40
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

const isRun = (word: string): boolean => run.test(word)
export const isJoined = (word: string): boolean => isRun(word) || joined.test(word)

/** Returns the letters and the neighbouring letters of a run, by which its parts are found; none for a word of another script. */
export function listBigrams(word: string): string[] {
  if (!isJoined(word)) return []
  const letters = [...word].slice(0, longestRun)
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)
}

/** Words of Chinese and Japanese that join others or frame a question, such as "who studies". */
const framing: ReadonlySet<string> = new Set(
  (
    '的 中的 中 在 是 和 与 及 或 了 着 过 对 于 从 关于 有关 方面 方向 领域 谁 谁在 哪些 哪位 有人 研究 研究者 研究人员 研究员 专家 学者 科学家 教授 作者 ' +
    '从事 寻找 查找 发表 发表过 擅长 专注 专注于 需要 了解 请 帮助 帮我 我 我们 想 找 论文 文章 工作 吗 呢 ' +
    'の を は が で に と も や へ から まで について に関する 関する 誰 だれ か 研究者 専門家 科学者 し して いる した する 教えて ください 探し 論文'
  ).split(' '),
)

/**
 * Splits runs of a query at the words that frame its subject, with the dictionary of ICU: `谁研究机器学习` asks for `机器学习`. A run of
 * such words only stays as it is.
 */
export const splitIntoWords = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    if (!isRun(word) || [...word].length < 3) return [word]
    const subjects: string[] = ['']
    for (const { segment, isWordLike } of segmenter.segment(word)) {
      if (framing.has(segment) || isWordLike === false) subjects.push('')
      else subjects.push(`${subjects.pop() ?? ''}${segment}`)
    }
    const said = subjects.filter((subject) => subject !== '')
    return said.length === 0 ? [word] : said
  })
