/** ROR ids (Research Organization Registry): a zero, six characters of Crockford's base 32, and two check digits. */

const address = 'https://ror.org/'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const form = /^(?:ror:\s?|(?:https?:\/\/)?(?:www\.)?ror\.org\/)?(0[0-9a-hjkmnp-tv-z]{6}\d{2})\/?$/i

/** Returns the ROR id as an address, like `https://ror.org/02y9nww90`, also of an id alone; null when its check digits are wrong. */
export function parseRor(text: string): string | null {
  const id = form.exec(text)?.[1]?.toLowerCase()
  return id !== undefined && computeCheckDigits(id.slice(1, 7)) === id.slice(7) ? address + id : null
}

/** Returns the number that a ROR id spells, without its check digits; null for a text that is none. */
export function getRorNumber(ror: string): number | null {
  const id = parseRor(ror)
  return id === null ? null : decode(getRorSuffix(id).slice(1, 7))
}

/** Returns the nine characters after the address. */
export const getRorSuffix = (ror: string): string => ror.slice(address.length)

/** Returns the ROR id of the six characters. */
export const buildRor = (characters: string): string => `${address}0${characters}${computeCheckDigits(characters)}`

/** ISO/IEC 7064, MOD 97-10. */
const computeCheckDigits = (characters: string) => String(98 - ((decode(characters) * 100) % 97)).padStart(2, '0')

function decode(characters: string): number {
  let number = 0
  for (const character of characters) number = number * 32 + alphabet.indexOf(character)
  return number
}
