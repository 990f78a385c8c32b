/** The facets of researchers, in blocks. */

import {
  blockSize,
  countedKinds,
  encodeFacets,
  getBlockNumber,
  listTerms,
  PackedBytes,
  replaceParts,
} from '@research-platform/search-engine'
import type { TableCopy } from '#database/query/expressions.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { ChangedDocument } from './changed-document.ts'
import { type BlockRow, facetBlocks } from './posting-queries.ts'
import { terms } from './term-queries.ts'

/** Writes the facets of changed profiles, whose terms the index has already; returns the changed blocks. */
export async function writeFacets(
  tx: WithConnection,
  copy: TableCopy,
  changed: readonly ChangedDocument[],
): Promise<number[]> {
  const ids = new Map<string, number>()
  for (const kind of countedKinds) {
    const values = changed.flatMap(({ after }) => (after === null ? [] : listTerms(after, kind)))
    const rows = await terms.ofKind.all(tx, { kind, terms: values.map(([, term]) => term) }, copy)
    for (const { id, term } of rows) ids.set(`${kind} ${term}`, id)
  }
  const findTermId = (kind: string, term: string) => ids.get(`${kind} ${term}`) ?? 0
  const blocks = Map.groupBy(changed, ({ id }) => getBlockNumber(id))
  const stored = await facetBlocks.inBlocks.all(tx, { blocks: [...blocks.keys()] }, copy)
  const bytes = new PackedBytes()
  const rows = [...blocks].map(([block, members]): BlockRow => {
    const parts = members.map(({ id, after }) => [id % blockSize, encodeFacets(after, findTermId)] as const)
    const before = stored.find((one) => one.block === block)?.facets
    return [block, ...bytes.append(replaceParts(before, new Map(parts)))] as const
  })
  await facetBlocks.put.run(tx, { rows, bytes: bytes.toBuffer() }, copy)
  return [...blocks.keys()]
}
