/** Cells that a spreadsheet would run as a formula begin with an apostrophe, which is taken away again (https://owasp.org/www-community/attacks/CSV_Injection). */

const formula = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u
const guarded = /^'+[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u

/** A number is no formula. */
const isNumber = (text: string) => /^[+-]?\d+(?:\.\d+)?$/.test(text)

export const escapeFormula = (text: string): string =>
  (formula.test(text) && !isNumber(text)) || guarded.test(text) ? `'${text}` : text

export const omitGuard = (text: string): string => (guarded.test(text) ? text.slice(1) : text)
