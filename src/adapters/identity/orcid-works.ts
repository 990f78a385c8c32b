/**
 * Reads the works of an ORCID record that other organizations have added to it (ORCID Public API 3.0,
 * https://info.orcid.org/documentation/integration-guide/orcid-record/).
 */

import { parseDoi } from '#core/spelling.ts'
import { type BackChannel, toRequestTimeout } from './back-channel.ts'

/** A work that the person has not added. */
export interface ProvenWork {
  /** The put-code: its number on the record. */
  id: number
  title: string
  year: number | null
  doi: string | null
  /** The organization that added it. */
  source: string
}

const longestTitle = 500
const longestName = 200

/** Where the records of an issuer are read. ORCID has the API on another host. */
export const getOrcidApi = (issuer: string): string => {
  const { host } = new URL(issuer)
  return host === 'orcid.org' || host === 'sandbox.orcid.org' ? `https://pub.${host}/v3.0` : `${issuer}/record`
}

/** Returns the works of the record that others have added. Rejects when ORCID does not answer as it should. */
export async function fetchProvenWorks(
  { fetch, timeoutMs }: { fetch: BackChannel; timeoutMs: number },
  issuer: string,
  orcid: string,
  api = getOrcidApi(issuer),
): Promise<ProvenWork[]> {
  const response = await fetch(`${api}/${orcid}/works`, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(toRequestTimeout(timeoutMs)),
  })
  if (!response.ok) throw new Error(`ORCID answered ${response.status}.`)
  return readWorks(await response.json())
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at the path, or undefined. */
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

const listAt = (value: unknown, ...path: string[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

const readText = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? value.replaceAll(/\s+/g, ' ').trim().slice(0, most).toWellFormed().replaceAll('\0', '')
    : ''

/** Reads an answer of `/works`. One work of each group counts: several organizations may have added the same. */
export function readWorks(answer: unknown): ProvenWork[] {
  return listAt(answer, 'group').flatMap((group) => {
    const proven = listAt(group, 'work-summary').flatMap((summary) => readWork(summary) ?? [])
    return proven.slice(0, 1)
  })
}

function readWork(summary: unknown): ProvenWork | null {
  const id = at(summary, 'put-code')
  const title = readText(at(summary, 'title', 'title', 'value'), longestTitle)
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || title === '' || !isFromOthers(summary)) return null
  const year = Number(at(summary, 'publication-date', 'year', 'value'))
  return {
    id,
    title,
    year: Number.isInteger(year) && year > 0 ? year : null,
    doi: findOrcidDoi(summary),
    source: readText(at(summary, 'source', 'source-name', 'value'), longestName) || 'ORCID',
  }
}

/** Returns whether a client added the work, and not because the person asked for it. */
export const isFromOthers = (summary: unknown): boolean =>
  isObject(at(summary, 'source', 'source-client-id')) && !isObject(at(summary, 'source', 'assertion-origin-orcid'))

/** Returns the DOI of the work itself, not of what it is a part of. */
export function findOrcidDoi(summary: unknown): string | null {
  const own = listAt(summary, 'external-ids', 'external-id').find(
    (one) => at(one, 'external-id-type') === 'doi' && at(one, 'external-id-relationship') === 'self',
  )
  const value = parseDoi(readText(at(own, 'external-id-value'), longestName))
  return /^10\.[^\s/]+\/\S+$/.test(value) ? value : null
}
