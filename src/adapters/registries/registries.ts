/**
 * Reads what registries say of scholarly works: Crossref (https://www.crossref.org/documentation/retrieve-metadata/rest-api/) and DataCite
 * (https://support.datacite.org/docs/api) by DOI, and ORCID (Public API 3.0) by iD. Answers are limited in time and size and are kept for some
 * minutes; redirects are not followed.
 */

import { fetchPublicAnswer } from '#adapters/public-web.ts'
import { Semaphore } from '#core/concurrency.ts'
import { Problem } from '#core/problem.ts'
import { createResultCache } from '#core/result-cache.ts'
import { fill } from '#language/sentence.ts'

/** The questions of one request, which end together. Each throws a 502 when the registry does not answer as it should. */
export interface RegistryReader {
  /** Returns what Crossref says of a DOI; null if it does not know it. */
  readCrossrefWork(doi: string): Promise<unknown>
  /** Returns what DataCite says of a DOI; null if it does not know it. */
  readDataciteWork(doi: string): Promise<unknown>
  /** Returns the works of an ORCID record, without their authors; null if there is no such record. */
  readOrcidWorks(orcid: string): Promise<unknown>
  /** Returns works of an ORCID record with their authors, at most a hundred; null if the answer is too large. */
  readOrcidDetails(orcid: string, ids: readonly number[]): Promise<unknown>
}

export interface WorkRegistries {
  /** Begins the questions of one request. Callers take turns. */
  open(caller: string): RegistryReader
}

export interface RegistryOptions {
  /** The addresses of the APIs; that of ORCID is null where users cannot link an iD. */
  addresses: { crossref: string; datacite: string; orcid: string | null }
  /** Permits addresses of private networks, and `http:`. */
  allowPrivate: boolean
  /** Returns the address at which the service reaches itself, for its own doubles. */
  toReachableUrl: (url: string) => string
  log: { warn(fields: object, message: string): void }
  /** How long one question may take. */
  timeoutMs?: number | undefined
}

type Registry = 'Crossref' | 'DataCite' | 'ORCID'

const defaultTimeoutMs = 5_000
/** All questions of a request may take as long as this many that time out. */
const questionsInTime = 3
/** Questions to one registry at the same time: as many as Crossref and ORCID answer to strangers. */
const concurrency = 4
/** A work may have thousands of authors and references, and a record a thousand works. */
const maxBytes = 5_000_000
const cacheBytes = 16_000_000
const workLifetimeMs = 10 * 60_000
/** The record of a person changes while they look at it. */
const recordLifetimeMs = 30_000

/** An answer that is longer than what is read. */
class TooLarge extends Error {}

/** Returns the answer as JSON; null for a 404. */
type Ask = (registry: Registry, url: string, question: Question) => Promise<unknown>

export function createWorkRegistries({ timeoutMs = defaultTimeoutMs, ...options }: RegistryOptions): WorkRegistries {
  const ask = createAsk({ ...options, timeoutMs })
  const { crossref, datacite, orcid } = options.addresses
  const getWorksUrl = (iD: string) => `${orcid}/${iD}/works`
  return {
    open(caller) {
      const question = { caller, signal: AbortSignal.timeout(questionsInTime * timeoutMs) }
      const askWhole = (registry: Registry, url: string) =>
        ask(registry, url, question).catch((error) => {
          throw error instanceof TooLarge ? createBadGateway(registry) : error
        })
      return {
        readCrossrefWork: (doi) => askWhole('Crossref', `${crossref}/works/${encodeURIComponent(doi)}`),
        readDataciteWork: (doi) => askWhole('DataCite', `${datacite}/dois/${encodeURIComponent(doi)}`),
        readOrcidWorks: (iD) => askWhole('ORCID', getWorksUrl(iD)),
        readOrcidDetails: (iD, ids) =>
          ask('ORCID', `${getWorksUrl(iD)}/${ids.join(',')}`, question).catch((error) => {
            if (error instanceof TooLarge) return null
            throw error
          }),
      }
    },
  }
}

/** Asks with limits of time, size and concurrency, and keeps the answers. */
function createAsk({ log, ...options }: RegistryOptions & { timeoutMs: number }): Ask {
  const works = createResultCache<string>(cacheBytes, workLifetimeMs)
  const records = createResultCache<string>(cacheBytes, recordLifetimeMs)
  const semaphores = {
    Crossref: new Semaphore(concurrency),
    DataCite: new Semaphore(concurrency),
    ORCID: new Semaphore(concurrency),
  }
  return async (registry, url, { caller, signal }) => {
    const cache = registry === 'ORCID' ? records : works
    try {
      const text = await cache(url, () =>
        semaphores[registry].run(() => fetchAnswer(registry, url, { ...options, signal }), 'normal', caller),
      )
      return text === '' ? null : JSON.parse(text)
    } catch (error) {
      if (error instanceof TooLarge) throw error
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ registry, reason }, 'work registry failed')
      throw createBadGateway(registry)
    }
  }
}

type FetchOptions = Pick<RegistryOptions, 'allowPrivate' | 'toReachableUrl'> & {
  timeoutMs: number
  signal: AbortSignal
}

/** Returns the text of the answer, which is JSON; an empty one for a 404. */
async function fetchAnswer(
  registry: Registry,
  url: string,
  { allowPrivate, toReachableUrl, timeoutMs, signal }: FetchOptions,
): Promise<string> {
  signal.throwIfAborted()
  const { status, text, isCut } = await fetchPublicAnswer(toReachableUrl(url), {
    accept: 'application/json',
    allowPrivate,
    timeLimitMs: timeoutMs,
    maxBytes,
    signal,
  })
  if (status === 404) return ''
  if (status !== 200) throw new Error(`${registry} answered ${status}.`)
  if (isCut) throw new TooLarge(`The answer of ${registry} is too large.`)
  // What is no JSON is no answer, and is not kept.
  JSON.parse(text)
  return text
}

interface Question {
  caller: string
  /** Ends all questions of a request. */
  signal: AbortSignal
}

const createBadGateway = (provider: Registry) =>
  new Problem(502, fill('{provider} does not answer as it should at the moment. Please try again.', { provider }))

/** For commands, which ask no registry. */
export const noWorkRegistries: WorkRegistries = {
  open() {
    throw new Error('A command asks no registry.')
  },
}
