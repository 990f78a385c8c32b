/**
 * Runs of combining marks. Normalization sorts each run by insertion, so its time grows with the square of the longest one. Texts of all
 * languages stay far below the 30 marks of a text that is stream-safe (Unicode Standard Annex #15, section 13).
 */

// Marks, and the two voicing marks of half-width Katakana, which decompose into one.
const longRun = /[\p{M}\uff9e\uff9f]{31}/u
const longRuns = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu

/** Returns whether the text has more than 30 combining marks in a row. */
export const hasLongMarkRun = (text: string): boolean => longRun.test(text)

/** Returns the normalized text. Of each run of combining marks only the first 30 are kept, so that its time grows as the text does. */
export const normalizeForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  (hasLongMarkRun(text) ? text.replace(longRuns, '$1') : text).normalize(form)
