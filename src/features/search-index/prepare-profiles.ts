/** Brings changed profiles into the index of researchers. */

import { isDeepStrictEqual } from 'node:util'
import { buildDocument, type IndexDocument, type IndexedProfile } from '@research-platform/search-engine'
import type { TableCopy } from '#database/query/expressions.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { ChangedDocument, Write } from './changed-document.ts'
import { copies, getOtherCopy } from './copy-queries.ts'
import { writeFacets } from './facet-blocks.ts'
import { createTextComparison, writeTexts } from './forward-index-queries.ts'
import { pendingDocuments, profiles, versions } from './pending-queries.ts'
import { prepareDocuments } from './prepare-changes.ts'

/** A cache that is older than these versions begins empty. */
const keptVersions = 500

const compare = createTextComparison<IndexedProfile>()
const buildIfAny = (profile: IndexedProfile | null): IndexDocument | null => profile && buildDocument(profile)

/**
 * Reads what differs between profiles and what the index has of them, and returns what writes it: to the copy that serves searches, and to
 * the other one as far as that is built.
 */
export async function prepareProfiles(ctx: WithConnection, ids: readonly number[]): Promise<Write> {
  const state = await copies.state.one(ctx, {})
  const write = await prepareCopies(ctx, state, ids)
  return async (tx) => {
    // The other copy may have been built further since.
    const now = await copies.hold.one(tx, {})
    const own = isDeepStrictEqual(now, state) ? write : await prepareCopies(tx, now, ids)
    await own(tx)
  }
}

interface State {
  active: TableCopy
  building_version: number | null
  position: number
}

async function prepareCopies(
  ctx: WithConnection,
  { active, building_version, position }: State,
  ids: readonly number[],
): Promise<Write> {
  const current = await readProfiles(ctx, ids)
  const write = await prepareCopy(ctx, active, { ids, current })
  const built = building_version === null ? [] : ids.filter((id) => id <= position)
  const writeOther = built.length === 0 ? null : await prepareCopy(ctx, getOtherCopy(active), { ids: built, current })
  return async (tx) => {
    const changed = await write(tx)
    if (changed !== null) await addVersion(tx, changed)
    await writeOther?.(tx)
  }
}

async function readProfiles(ctx: WithConnection, ids: readonly number[]) {
  const rows = await profiles.ofResearchers.all(ctx, { ids: [...ids] })
  return new Map(rows.map(({ id, ...profile }) => [id, profile]))
}

/** Returns the documents that a copy has of profiles. */
export async function readIndexedDocuments(
  ctx: WithConnection,
  copy: TableCopy,
  ids: readonly number[],
): Promise<IndexDocument[]> {
  const changes = await compare(ctx, copy, { ids, current: new Map() })
  const queued = await pendingDocuments.ofResearchers.all(ctx, { ids: [...ids] }, copy)
  const former = new Map(queued.map(({ researcher_id, before }) => [researcher_id, before]))
  const documents = new Map(changes.map(({ id, before }) => [id, buildIfAny(before)]))
  return [...new Map([...documents, ...former]).values()].filter((document) => document !== null)
}

/** Brings profiles as they are now into a copy that does not serve searches. */
export async function addToCopy(tx: WithConnection, copy: TableCopy, ids: readonly number[]): Promise<void> {
  const write = await prepareCopy(tx, copy, { ids, current: await readProfiles(tx, ids) })
  await write(tx)
}

interface Profiles {
  ids: readonly number[]
  current: ReadonlyMap<number, IndexedProfile>
}

interface ChangedBlocks {
  keys: string[]
  blocks: number[]
}

/** Returns what writes the profiles to a copy and then returns what changed there; null if nothing did. */
export async function prepareCopy(
  ctx: WithConnection,
  copy: TableCopy,
  { ids, current }: Profiles,
): Promise<(tx: WithConnection) => Promise<ChangedBlocks | null>> {
  const changes = await compare(ctx, copy, { ids, current })
  const differing = new Map(changes.map((change) => [change.id, change]))
  // What an earlier release has queued, with the document that the index has.
  const pending = await pendingDocuments.ofResearchers.all(ctx, { ids: [...ids] }, copy)
  const queued = new Map(pending.map(({ researcher_id, before }) => [researcher_id, before]))
  const documents = ids
    .filter((id) => differing.has(id) || queued.has(id))
    .map((id) => ({
      id,
      before: queued.get(id) ?? (queued.has(id) ? null : buildIfAny(differing.get(id)?.before ?? null)),
      after: buildIfAny(current.get(id) ?? null),
    }))
  return prepareWrite(ctx, copy, {
    documents,
    finish: async (tx) => {
      await writeTexts(tx, copy, changes)
      if (pending.length > 0) await pendingDocuments.remove.run(tx, { ids: [...queued.keys()] }, copy)
    },
  })
}

async function prepareWrite(
  ctx: WithConnection,
  copy: TableCopy,
  { documents, finish }: { documents: readonly ChangedDocument[]; finish: Write },
): Promise<(tx: WithConnection) => Promise<ChangedBlocks | null>> {
  if (documents.length === 0) return async () => null
  const { keys, write } = await prepareDocuments(ctx, { table: copy, prefix: '' }, documents)
  return async (tx) => {
    await write(tx)
    const blocks = await writeFacets(tx, copy, documents)
    await finish(tx)
    return { keys, blocks }
  }
}

async function addVersion(tx: WithConnection, { keys, blocks }: ChangedBlocks): Promise<void> {
  const { version } = await versions.current.one(tx, {})
  await versions.add.run(tx, { version: version + 1, keys, blocks })
  await versions.forget.run(tx, { until: version + 1 - keptVersions })
}
