/** Works that Crossref, DataCite and ORCID tell, as entries of an import. */

import { interpretCrossref, interpretDatacite } from '@research-platform/bibliographies'
import type { RegistryReader } from '#adapters/registries/registries.ts'
import { type Context, getCaller } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { normalizeDoi } from '../content.ts'
import { maxPublications } from '../service.ts'
import { createRefusedEntry, interpretReference, readLimits, type SourcedEntry } from './entry.ts'
import { interpretOrcidWork, listOrcidWorks, readOrcidDetails } from './orcid.ts'

const noOrcidWorks = createFieldProblem('format', 'The ORCID record has no public works.')
const tooManyOrcidWorks = createFieldProblem(
  'format',
  fill('The ORCID record has more than {most} works.', { most: maxPublications }),
)

/** Returns what the registration agencies say of the DOIs, in their order. A DOI that none knows is refused. */
export async function readDoiWorks(ctx: Context, dois: readonly string[]): Promise<SourcedEntry[]> {
  const reader = ctx.registries.open(getCaller(ctx))
  return Promise.all(dois.map((doi) => readDoiWork(reader, normalizeDoi(doi) ?? doi)))
}

/** Most DOIs of works are of Crossref, so it is asked first. Each agency knows its own alone. */
async function readDoiWork(reader: RegistryReader, doi: string): Promise<SourcedEntry> {
  const ofCrossref = interpretCrossref(await reader.readCrossrefWork(doi), doi, readLimits)
  if (ofCrossref !== null) return { ...interpretReference(ofCrossref), source: 'crossref', verified: true }
  const ofDatacite = interpretDatacite(await reader.readDataciteWork(doi), doi, readLimits)
  const entry =
    ofDatacite === null
      ? createRefusedEntry(doi, 'Neither Crossref nor DataCite knows this DOI.')
      : interpretReference(ofDatacite)
  return { ...entry, source: 'datacite', verified: true }
}

/** What ORCID answers with their authors at once. */
const batchSize = 100

/** Returns the works of an ORCID record. 422 if there are none, or too many. */
export async function readOrcidEntries(ctx: Context, orcid: string): Promise<SourcedEntry[]> {
  const reader = ctx.registries.open(getCaller(ctx))
  const works = listOrcidWorks(await reader.readOrcidWorks(orcid))
  ensure(works.length > 0, noOrcidWorks)
  ensure(works.length <= maxPublications, tooManyOrcidWorks)
  const batches = Array.from({ length: Math.ceil(works.length / batchSize) }, (_, index) =>
    works.slice(index * batchSize, (index + 1) * batchSize),
  )
  const entries = await Promise.all(
    batches.map(async (batch) => {
      const ids = batch.map(({ id }) => id)
      const details = readOrcidDetails(await reader.readOrcidDetails(orcid, ids))
      return batch.map((work) => ({
        ...interpretOrcidWork(work, details.get(work.id)),
        source: 'orcid' as const,
        verified: work.verified,
      }))
    }),
  )
  return entries.flat()
}
