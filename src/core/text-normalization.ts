/** Words of a text, folded, so that both databases find the same things. */

const marks = /\p{M}/gu
const words = /[\p{L}\p{N}]+/gu

/** Lower case without accents: `Éàü` becomes `eau`. */
export const foldText = (text: string) => text.normalize('NFKD').replace(marks, '').toLowerCase()

/** The distinct folded words of the texts, in the order of their first appearance. */
export const splitWords = (...texts: string[]) => [...new Set(foldText(texts.join(' ')).match(words) ?? [])]

const longestKey = 200

/** What a text is compared and sorted by: folded, its words one space apart, no longer than an index takes well. */
export const sortKey = (text: string) =>
  foldText(text).replace(/\s+/g, ' ').trim().slice(0, longestKey).toWellFormed()
