import { randomBytes } from 'node:crypto'
import { foldText } from '#core/text-normalization.ts'

/** Crockford's base32: without I, L, O and U, which are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const characters = 16
const groups = /.{4}(?=.)/g

const insertDashes = (code: string) => code.replace(groups, '$&-')

/** A verification code of 80 random bits, like `7K3M-QX9V-04TN-HB2E`. */
export const createCode = (): string =>
  insertDashes(Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join(''))

/** Normalizes a typed code: any case, with or without dashes, O for 0, I or L for 1. */
export const normalizeCode = (text: string): string =>
  insertDashes(
    foldText(text)
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  )
