import { randomBytes } from 'node:crypto'

/** Crockford's base32: no I, L, O and U, so that nothing is mistaken for something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const characters = 16
const groups = /.{4}(?=.)/g

const insertDashes = (code: string) => code.replace(groups, '$&-')

/** A verification code of 80 random bits, like `7K3M-QX9V-04TN-HB2E`. */
export const createCode = (): string =>
  insertDashes(Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join(''))

/** The code that somebody typed: in any case, with or without dashes, with an O for a 0 and an I or L for a 1. */
export const normalizeCode = (text: string): string =>
  insertDashes(
    text
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  )
