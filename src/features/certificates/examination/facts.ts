/** What a credential says, in the order in which people ask: what, by whom, for whom, when. */

import type { Credential } from '@research-platform/credentials'
import { getId, isObject, OversizedCredential } from '@research-platform/credentials'
import { formatInstant } from '#core/time.ts'

export interface Achievement {
  name: string
  criteria: string
  /** The score as the issuer wrote it, such as `92`. */
  result: string
}

export interface CredentialFacts {
  id: string
  name: string
  issuer: { id: string; name: string }
  /** As the credential names the holder; most do not. */
  holder: string
  achievements: Achievement[]
  validFrom: string | null
  validUntil: string | null
}

const longestText = 500
/** A transcript states one for each exam and course of a person. */
const maxAchievements = 1_000

/** Returns a text, or the first language of one in several. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, longestText)
  if (typeof value === 'number') return String(value)
  const [first] = isObject(value) ? ['@value' in value ? value['@value'] : Object.values(value)[0]] : []
  return typeof first === 'string' ? first.slice(0, longestText) : ''
}

const listObjects = (value: unknown): Credential[] => [value].flat().filter(isObject)

/** Returns the facts; parts that are missing or strange are empty. Throws `OversizedCredential`. */
export function readFacts(credential: Credential): CredentialFacts {
  const { issuer } = credential
  const subjects = listObjects(credential.credentialSubject)
  const achievements = subjects.flatMap(readAchievements)
  if (achievements.length > maxAchievements) throw new OversizedCredential()
  return {
    id: (getId(credential) ?? '').slice(0, longestText),
    name: readText(credential.name) || (achievements[0]?.name ?? ''),
    issuer: { id: (getId(issuer) ?? '').slice(0, longestText), name: isObject(issuer) ? readText(issuer.name) : '' },
    holder: subjects.map(({ name }) => readText(name)).find((name) => name !== '') ?? '',
    achievements,
    validFrom: readTime(credential.validFrom ?? credential.issuanceDate),
    validUntil: readTime(credential.validUntil ?? credential.expirationDate),
  }
}

function readAchievements({ achievement, result }: Credential): Achievement[] {
  const [first] = listObjects(result)
  return listObjects(achievement).map(({ name, criteria }) => ({
    name: readText(name),
    criteria: isObject(criteria) ? readText(criteria.narrative) : '',
    result: readText(first?.value),
  }))
}

function readTime(value: unknown): string | null {
  const time = typeof value === 'string' ? new Date(value) : null
  return time === null || Number.isNaN(time.getTime()) ? null : formatInstant(time.getTime())
}
