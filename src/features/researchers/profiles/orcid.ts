const form = /^(?:https?:\/\/orcid\.org\/)?(\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX])\/?$/i

/** Parses an ORCID iD like `0000-0002-1825-0097`; null when its check digit (ISO 7064, MOD 11-2) is wrong. */
export function parseOrcid(text: string): string | null {
  const digits = form.exec(text)?.[1]?.replaceAll('-', '').toUpperCase()
  if (digits === undefined) return null
  let total = 0
  for (const digit of digits.slice(0, 15)) total = ((total + Number(digit)) * 2) % 11
  const check = (12 - total) % 11
  if (digits.at(-1) !== (check === 10 ? 'X' : String(check))) return null
  return digits.replace(/(.{4})(?=.)/g, '$1-')
}
