import { tokenize } from './tokenizer.ts'

/**
 * Returns a word of a name with `ae`, `oe` and `ue` as the letters that they may stand for, so that Müller, Mueller and
 * Muller are one.
 */
export const foldName = (word: string): string => word.replace(/(?<=\p{L})([aou])e(?=\p{L})/gu, '$1')

/** Returns the other spellings of a name: without hyphens and apostrophes, and folded. */
export function listNameVariants(name: string): string[] {
  const joined = name.split(/\s+/).map((part) => tokenize(part).join(''))
  const words = new Set(tokenize(name))
  const variants = [...joined, ...[...words, ...joined].map(foldName)]
  return [...new Set(variants)].filter((variant) => variant !== '' && !words.has(variant))
}
