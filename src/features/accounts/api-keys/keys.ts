import { crc32 } from 'node:zlib'
import { createRandomCharacters } from '#core/random.ts'

/** How leaked keys are found in repositories: `rpk_[0-9A-Za-z]{42}`. */
const prefix = 'rpk_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 36 of 62 characters have 214 bits. */
const secretLength = 36
const checksumLength = 6

/** CRC-32 in base 62, as in GitHub's tokens: scanners recognize a key offline, and typing errors need no query. */
function computeChecksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/** Creates an API key: the prefix, random characters and their checksum. */
export function createApiKey(): string {
  const text = prefix + createRandomCharacters(secretLength, alphabet)
  return text + computeChecksum(text)
}

/** Returns whether the text has the form and the checksum of an API key. */
export const isApiKey = (text: string): boolean =>
  /^rpk_[0-9A-Za-z]{42}$/.test(text) && text.endsWith(computeChecksum(text.slice(0, -checksumLength)))

/** The first characters of a key, by which its owner recognizes it. */
export const getHint = (key: string): string => key.slice(0, prefix.length + 4)
