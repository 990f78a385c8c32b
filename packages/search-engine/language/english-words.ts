/** Frequent words of English, in its British and American spellings. */

import { readFileSync } from 'node:fs'

let text: string | undefined

/** All words in one string, each on a line, in order: a set of 40,000 strings would take several megabytes in each thread. */
const readText = (): string => {
  text ??= readFileSync(new URL('./english-words.txt', import.meta.url), 'latin1')
  return text
}

/** Whether the folded word is a frequent word of English, so that it is hardly a typing error of another one. */
export function isEnglishWord(word: string): boolean {
  const words = readText()
  let from = 0
  let until = words.length
  while (from < until) {
    const middle = (from + until) >>> 1
    const begin = middle === 0 ? 0 : words.lastIndexOf('\n', middle - 1) + 1
    const newline = words.indexOf('\n', middle)
    const end = newline === -1 ? words.length : newline
    const found = words.slice(begin, end)
    if (found === word) return true
    if (found < word) from = end + 1
    else until = begin
  }
  return false
}
