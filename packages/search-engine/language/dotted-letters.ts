import { foldText } from '../folding.ts'
import { findCountryCodes } from './countries.ts'
import { isDegree } from './degrees.ts'

const dotted = /(?<![\p{L}\p{N}.])(?:\p{L}{1,2}\.\s?){1,4}\p{L}{1,3}(?![\p{L}\p{N}])\.?/gu
const longInitials = /(?<![\p{L}\p{N}.])(?:\p{Lu}\.){3,}/gu

const toLetters = (text: string) => text.replace(/[^\p{L}]/gu, '')

/**
 * Writes short forms without their points where they are a country, a degree or three capital letters and more: `U.K.`,
 * `Ph.D.`, `M.I.T.`. Others, such as `J. Smith`, are beginnings of names.
 */
export const joinDottedLetters = (text: string): string =>
  !text.includes('.')
    ? text
    : text
        .replace(dotted, (written) => {
          const letters = toLetters(written)
          const folded = foldText(letters)
          return findCountryCodes(folded).length > 0 || isDegree(folded) ? `${letters} ` : written
        })
        .replace(longInitials, (written) => toLetters(written))
