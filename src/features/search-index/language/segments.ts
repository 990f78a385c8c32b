/** Words of scripts that put no spaces between them: in a text they are long runs of letters. */

/** Scripts of which a run of letters holds several words. */
const run = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Hangul has spaces, but endings are written to its words. */
const joined = /\p{Script=Hangul}/u

const longestRun = 40
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

export const isRun = (word: string): boolean => run.test(word)
export const isJoined = (word: string): boolean => isRun(word) || joined.test(word)

/** Returns the letters and the neighbouring letters of a run, by which its parts are found; none for a word of another script. */
export function listBigrams(word: string): string[] {
  if (!isJoined(word)) return []
  const letters = [...word].slice(0, longestRun)
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)
}

/** Splits runs of a query into their words, with the dictionary of ICU. */
export const segmentWords = (words: readonly string[]): string[] =>
  words.flatMap((word) =>
    isRun(word) && [...word].length > 2
      ? [...segmenter.segment(word)].flatMap(({ segment, isWordLike }) => (isWordLike === false ? [] : [segment]))
      : [word],
  )
