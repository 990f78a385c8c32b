/** Brings changed rows of a list into its index. */

import { createSpellings } from '@research-platform/search-engine'
import { lastCharacter } from '#core/terms.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { ChangedDocument, Write } from '../changed-document.ts'
import { clearTexts } from '../forward-index-queries.ts'
import { prepareDocuments } from '../prepare-changes.ts'
import { type ListIndex, listFormat } from './definition.ts'
import { lists, listVersions, storedParts, unusedTerms } from './queries.ts'

/** A cache that is older than these versions begins empty. */
const keptVersions = 500

interface Part {
  /** The last row of the part before; 0 at the beginning. */
  after: number
  limit: number
}

/** Indexes the next rows as they are; before the first ones it removes what the index stores. */
export async function buildRows(tx: WithConnection, index: ListIndex, { after, limit }: Part) {
  const { list } = index
  if (after === 0) await emptyIndex(tx, index)
  const ids = await index.listIdsAfter(tx, { position: after, limit })
  const write = await prepareRows(tx, index, ids)
  await write(tx)
  const isWhole = ids.length < limit
  const last = ids.at(-1) ?? after
  await lists.save.run(tx, { name: list, format: isWhole ? listFormat : 0, position: last })
  return { last, isWhole }
}

async function emptyIndex(tx: WithConnection, { list, area: { prefix } }: ListIndex): Promise<void> {
  await clearTexts.run(tx, { area: list })
  for (const part of storedParts) await part.run(tx, { prefix, end: prefix + lastCharacter })
  await lists.renew.run(tx, {})
}

/** Reads what differs between the rows and what the index has of them, and returns what writes it. */
export async function prepareRows(ctx: WithConnection, index: ListIndex, ids: readonly number[]): Promise<Write> {
  const { list, area } = index
  const { documents, writeTexts } = await index.prepareRows(ctx, ids)
  if (documents.length === 0) return async () => undefined
  const { keys, write } = await prepareDocuments(ctx, area, documents)
  return async (tx) => {
    const { version } = await lists.advance.one(tx, { name: list })
    await write(tx)
    await removeUnusedTerms(tx, index, documents)
    await writeTexts(tx)
    await listVersions.add.run(tx, { list, version, keys, items: documents.map(({ id }) => id) })
    await listVersions.forget.run(tx, { list, until: version - keptVersions })
  }
}

/** Removes the terms that no document has any more. */
async function removeUnusedTerms(tx: WithConnection, { area }: ListIndex, changed: readonly ChangedDocument[]) {
  const removed = changed.flatMap(({ before }) => before?.terms ?? [])
  if (removed.length === 0) return
  const terms = removed.map(([kind, term]) => ({ kind, term: area.prefix + term }))
  const unused = await unusedTerms.remove.all(tx, { terms })
  const words = unused.filter(({ kind }) => kind === 'word').map(({ term }) => term)
  const spellings = words.flatMap((word) =>
    createSpellings(word.slice(area.prefix.length)).map((spelling) => area.prefix + spelling),
  )
  if (words.length > 0) await unusedTerms.removeSpellings.run(tx, { spellings, terms: words })
}
