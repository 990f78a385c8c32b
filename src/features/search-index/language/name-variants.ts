import { tokenize } from './tokenizer.ts'

/** Letters that Unicode does not decompose, as they are typed without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ŋ: 'n',
}

/**
 * Returns a word of a name without special letters and with `ae`, `oe` and `ue` as the letters that they may stand for,
 * so that Müller, Mueller and Muller are one.
 */
export const foldName = (word: string): string =>
  word
    .replace(/[øłßđðþæœıŋ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/(?<=\p{L})([aou])e(?=\p{L})/gu, '$1')

/** Returns the other spellings of a name: without hyphens and apostrophes, and folded. */
export function listNameVariants(name: string): string[] {
  const joined = name.split(/\s+/).map((part) => tokenize(part).join(''))
  const words = new Set(tokenize(name))
  const variants = [...joined, ...[...words, ...joined].map(foldName)]
  return [...new Set(variants)].filter((variant) => variant !== '' && !words.has(variant))
}
