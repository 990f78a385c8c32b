/** How people write numbers and addresses, brought to the form in which they are stored. A text that is none of them stays as it is, and is refused. */

import { parseOrcid } from './orcid.ts'
import { parseRor } from './ror.ts'
import { normalizeForm } from './text-normalization.ts'

const lowerProtocol = (text: string) => text.replace(/^https?:(?=\/\/)/i, (protocol) => protocol.toLowerCase())

/** Digits of Arabic as they are typed on its keyboards; their last four bits are their value. */
const toDigit = (digit: string) => String(digit.charCodeAt(0) & 0xf)

/** `00254 (0) 712-345 678` is `+254712345678`. */
const compactPhone = (text: string) =>
  normalizeForm(text, 'NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, toDigit)
    .replace(/^tel:/i, '')
    .replace('(0)', '')
    .replace(/[\s\p{Pd}\p{Cf}()./]/gu, '')
    .replace(/^00(?=[1-9])/, '+')

const doiAddress = /^(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\//i

/** `https://doi.org/10.1000%2F182` is `10.1000/182`. */
export function parseDoi(text: string): string {
  const name = text.replace(/^doi:\s*/i, '')
  const doi = name.replace(doiAddress, '')
  if (doi === name) return doi
  try {
    return decodeURIComponent(doi)
  } catch {
    // A % that encodes nothing is one.
    return doi
  }
}

/** An iD alone or an address. */
const spellOrcid = (text: string) => (/^https?:/i.test(text) ? lowerProtocol(text) : (parseOrcid(text) ?? text))

const spellings = {
  address: lowerProtocol,
  phone: compactPhone,
  doi: parseDoi,
  orcid: spellOrcid,
  /** A ROR id alone or an address. */
  ror: (text: string) => parseRor(text) ?? text,
  /** A code of letters, such as a currency. */
  code: (text: string) => text.toUpperCase(),
}

export type Spelling = keyof typeof spellings

/** Returns the text as it is stored. */
export const normalizeSpelling = (text: string, spelling: Spelling): string => spellings[spelling](text)
