/** Words of a text, folded, so that both databases find the same things. */

const marks = /\p{M}/gu
const words = /[\p{L}\p{N}]+/gu

/** Lower case without accents: `Éàü` becomes `eau`. */
export const fold = (text: string) => text.normalize('NFKD').replace(marks, '').toLowerCase()

/** The distinct folded words of the texts, in the order of their first appearance. */
export const foldedWords = (...texts: string[]) => [...new Set(fold(texts.join(' ')).match(words) ?? [])]
