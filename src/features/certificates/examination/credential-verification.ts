/**
 * Examines a credential of any issuer, and says what is proven, what is refuted, and what stays open. Where keys and
 * status lists come from is up to the caller. In a limited process, because strangers send the credentials.
 */

import { createHash } from 'node:crypto'
import type { Credential, Envelope, ProofVerdict, PublicKey } from '@research-platform/credentials'
import {
  getId,
  getProofName,
  isObject,
  type KeyPlace,
  listContexts,
  parseCredential,
  parseObject,
  readKey,
  resolveKey,
} from '@research-platform/credentials'
import { checkProof, isKnownContext, readStatuses } from '@research-platform/credentials/verify'
import { normalizeEmail } from '#core/email.ts'
import { isSameOrigin } from '#core/host.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { type CredentialFacts, readFacts } from './facts.ts'

/** `open`: neither proven nor refuted. */
export type Outcome = 'proven' | 'refuted' | 'open'

export interface VerificationCheck {
  about: 'content' | 'issuer' | 'status' | 'period' | 'holder'
  outcome: Outcome
  message: Sentence
}

export interface VerificationReport {
  verdict: Outcome
  isRevoked: boolean
  facts: CredentialFacts
  findings: VerificationCheck[]
}

/** What the examination reads besides the file. */
export interface Sources {
  now: string
  /** The DID of this service, whose word is known here. */
  ownDid: string | null
  /** Returns the document at an address; null when it cannot be read. */
  read(url: string): Promise<string | null>
}

/** Examines the credential; `email` is the address of the supposed holder. Throws `OversizedCredential`. */
export async function verifyCredential(
  envelope: Envelope,
  email: string | null,
  sources: Sources,
): Promise<VerificationReport> {
  const facts = readFacts(envelope.credential)
  const place = resolveKey(envelope)
  const content = await examineContent(envelope, place, sources)
  const issuer = examineIssuer(facts, place, content, sources)
  const status = await examineStatus(envelope, content, sources)
  const findings = [content, issuer, status, examinePeriod(facts, sources.now), ...examineHolder(envelope, email)]
  return { verdict: summarize(findings), isRevoked: status.outcome === 'refuted', facts, findings }
}

/** Whatever is refuted decides; the holder is not part of the proof unless an address was given. */
function summarize(findings: readonly VerificationCheck[]): Outcome {
  const outcomes = findings.filter(({ about, outcome }) => about !== 'holder' || outcome === 'refuted')
  if (outcomes.some(({ outcome }) => outcome === 'refuted')) return 'refuted'
  return outcomes.every(({ outcome }) => outcome === 'proven') ? 'proven' : 'open'
}

const contentSentences: Record<Exclude<ProofVerdict, 'unknown'>, VerificationCheck> = {
  right: { about: 'content', outcome: 'proven', message: 'Nothing in it has changed since it was signed.' },
  wrong: {
    about: 'content',
    outcome: 'refuted',
    message: 'It was changed after it was signed, or signed with another key than it names.',
  },
}

async function examineContent(
  envelope: Envelope,
  place: KeyPlace | null,
  sources: Sources,
): Promise<VerificationCheck> {
  const { credential, jwt } = envelope
  const proof = jwt === null ? getProofName(credential) : String(jwt.header.alg)
  if (proof === null || proof === 'none')
    return { about: 'content', outcome: 'refuted', message: 'It has no signature, so anything could be written in it.' }
  const unknown = fill('It is signed in a way that cannot be checked here ({name}).', {
    name: (findUnknownTerms(envelope) ?? proof).slice(0, 200),
  })
  if (place === null) return { about: 'content', outcome: 'open', message: unknown }
  const key = await findKey(place, sources)
  if (key === null) {
    const url = 'url' in place ? place.url : ''
    const message = fill('The key of its issuer was not found at {url}, so its signature could not be checked.', {
      url,
    })
    return { about: 'content', outcome: 'open', message }
  }
  const verdict = await checkProof(envelope, key)
  return verdict === 'unknown' ? { about: 'content', outcome: 'open', message: unknown } : contentSentences[verdict]
}

/** Terms whose definition is not known here could mean anything. */
const findUnknownTerms = ({ credential, jwt }: Envelope): string | undefined =>
  jwt === null ? listContexts(credential).find((url) => !isKnownContext(url)) : undefined

async function findKey(place: KeyPlace, { read }: Sources): Promise<PublicKey | null> {
  if ('key' in place) return place.key
  const document = parseObject((await read(place.url)) ?? '')
  return document === null ? null : readKey(document, place.id)
}

function examineIssuer(
  { issuer: { id, name } }: CredentialFacts,
  place: KeyPlace | null,
  content: VerificationCheck,
  { ownDid }: Sources,
): VerificationCheck {
  const about = 'issuer'
  if (content.outcome !== 'proven' || place === null || place.controller === null)
    return { about, outcome: 'open', message: 'It is not proven who issued it.' }
  if (!isController(place.controller, id))
    return {
      about,
      outcome: 'refuted',
      message: fill('It names {issuer} as its issuer, but was signed with a key of {controller}.', {
        issuer: id,
        controller: place.controller.slice(0, 200),
      }),
    }
  if (id === ownDid)
    return { about, outcome: 'proven', message: fill('{issuer} issued it with this service.', { issuer: name }) }
  if (!('url' in place))
    return { about, outcome: 'open', message: 'Its issuer is only a key, which belongs to no known name or address.' }
  const { host } = new URL(place.url)
  return {
    about,
    outcome: 'proven',
    message: fill('It was signed with a key that {host} publishes. Judge for yourself whether you trust {host}.', {
      host,
    }),
  }
}

/** A key belongs to an issuer that has the same DID, or whose profile is on the same site. */
const isController = (controller: string, issuer: string): boolean =>
  controller === issuer || (/^https?:/.test(controller) && isSameOrigin(controller, issuer))

async function examineStatus(
  envelope: Envelope,
  content: VerificationCheck,
  sources: Sources,
): Promise<VerificationCheck> {
  const about = 'status'
  const entries = [envelope.credential.credentialStatus].flat().filter(isObject)
  if (entries.length === 0) return { about, outcome: 'proven', message: 'Its issuer has provided no way to revoke it.' }
  const open: VerificationCheck = { about, outcome: 'open', message: 'It could not be checked whether it was revoked.' }
  const lists = Map.groupBy(entries, ({ statusListCredential }) => statusListCredential)
  if (content.outcome !== 'proven' || lists.size > maxLists || entries.length > maxEntries) return open
  const issuer = getId(envelope.credential.issuer)
  const states = await Promise.all(Array.from(lists, ([url, bits]) => readBits(url, bits, issuer, sources)))
  if (states.includes('set')) return { about, outcome: 'refuted', message: 'Its issuer has revoked it.' }
  return states.includes('unknown') ? open : { about, outcome: 'proven', message: 'Its issuer has not revoked it.' }
}

/** A file that names many lists would make the service read all of them. */
const maxLists = 3
const maxEntries = 30

/** Returns whether any of the bits is set; unknown when the list cannot be read, or is not of the same issuer. */
async function readBits(
  url: unknown,
  entries: readonly Credential[],
  issuer: string | null,
  sources: Sources,
): Promise<'set' | 'unset' | 'unknown'> {
  const indexes = entries.map(({ statusListIndex }) => Number(statusListIndex))
  const isKnown =
    entries.every(({ type }) => type === 'BitstringStatusListEntry') && indexes.every(Number.isSafeInteger)
  if (!isKnown || typeof url !== 'string') return 'unknown'
  const text = await sources.read(url)
  const list = text === null ? null : parseCredential(text)
  if (list === null || getId(list.credential.issuer) !== issuer) return 'unknown'
  const place = resolveKey(list)
  const { outcome } = await examineContent(list, place, sources)
  if (outcome !== 'proven' || place?.controller !== issuer) return 'unknown'
  const bits = await readStatuses(list.credential, indexes)
  if (bits === null) return 'unknown'
  return bits.includes(true) ? 'set' : 'unset'
}

function examinePeriod({ validFrom, validUntil }: CredentialFacts, now: string): VerificationCheck {
  const about = 'period'
  if (validUntil !== null && validUntil <= now)
    return { about, outcome: 'refuted', message: fill('It was valid until {day}.', { day: { day: validUntil } }) }
  if (validFrom !== null && validFrom > now)
    return { about, outcome: 'refuted', message: fill('It is valid only from {day}.', { day: { day: validFrom } }) }
  return validUntil === null
    ? { about, outcome: 'proven', message: 'It is valid without an end.' }
    : { about, outcome: 'proven', message: fill('It is valid until {day}.', { day: { day: validUntil } }) }
}

/** An address is compared with the salted hash (Open Badges 3.0, IdentityObject). */
function examineHolder({ credential }: Envelope, email: string | null): VerificationCheck[] {
  const about = 'holder'
  const identities = [credential.credentialSubject]
    .flat()
    .filter(isObject)
    .flatMap(({ identifier }) => [identifier].flat())
  const hashed = identities.filter(isObject).filter(({ identityType }) => identityType === 'emailAddress')
  if (hashed.length === 0)
    return [{ about, outcome: 'open', message: 'It does not say in a way that can be checked whose it is.' }]
  if (email === null)
    return [
      {
        about,
        outcome: 'open',
        message: 'It was issued to an e-mail address; type the address to check whether it is that one.',
      },
    ]
  return hashed.some((identity) => isAddress(identity, email))
    ? [{ about, outcome: 'proven', message: fill('It was issued to {email}.', { email }) }]
    : [{ about, outcome: 'refuted', message: fill('It was not issued to {email}.', { email }) }]
}

function isAddress({ hashed, identityHash, salt }: Credential, email: string): boolean {
  const address = normalizeEmail(email)
  if (hashed !== true) return normalizeEmail(String(identityHash)) === address
  return (
    identityHash ===
    `sha256$${createHash('sha256')
      .update(`${address}${salt ?? ''}`)
      .digest('hex')}`
  )
}
