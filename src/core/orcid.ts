/** ORCID iDs: 15 digits and a check character. */

const form =
  /^(?:orcid:\s?|(?:https?:\/\/)?(?:www\.)?orcid\.org\/)?(\d{4}[\s\p{Pd}]?\d{4}[\s\p{Pd}]?\d{4}[\s\p{Pd}]?\d{3}[\dX])\/?$/iu

/** Parses an ORCID iD like `0000-0002-1825-0097`, also with spaces and as an address; null when its check character is wrong. */
export function parseOrcid(text: string): string | null {
  const digits = form
    .exec(text)?.[1]
    ?.replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return digits !== undefined && computeCheck(digits.slice(0, 15)) === digits.at(-1) ? hyphenate(digits) : null
}

/** Returns the ORCID iD of 15 digits. */
export const buildOrcid = (digits: string): string => hyphenate(digits + computeCheck(digits))

const hyphenate = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1-')

/** ISO 7064, MOD 11-2. */
function computeCheck(digits: string): string {
  let total = 0
  for (const digit of digits) total = ((total + Number(digit)) * 2) % 11
  const check = (12 - total) % 11
  return check === 10 ? 'X' : String(check)
}
