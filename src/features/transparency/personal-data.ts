import { createProver, getRoot } from '@research-platform/credentials'
import type { AnyContext } from '#context.ts'
import { createPacer } from '#core/pacer.ts'
import type { PersonalData } from '#features/feature.ts'
import { writeActivityLeaf, writeAuditLeaf } from './leaves.ts'
import { logEnd, loggedActivity, loggedAudit, logLeaves } from './queries.ts'
import { createNodeReader } from './tiles.ts'

const rowsAtOnce = 100

interface Leaf {
  position: number
  content: string
}

/** The rows of a user with their proofs. Erased rows keep their place in the tree, and their hashes say nothing. */
export const transparencyPersonalData: PersonalData = {
  name: 'transparency_log',
  async export(ctx, userId) {
    const { size } = await logEnd.get.one(ctx, {})
    const read = createNodeReader(ctx)
    const root = await getRoot(read, size)
    return { size, root: encode(root), rows: proveRows(listLeaves(ctx, userId, size), createProver(read, size)) }
  },
  async erase(tx, userId) {
    await logLeaves.eraseSalts.run(tx, { user_id: userId })
  },
}

const encode = (hash: Uint8Array) => Buffer.from(hash).toString('base64')

/** Proves each leaf when it is read, because a proof hashes hundreds of nodes. */
async function* proveRows(leaves: AsyncIterable<Leaf>, prove: ReturnType<typeof createProver>) {
  const pause = createPacer()
  for await (const { position, content } of leaves) {
    yield { leaf: position, content, proof: (await prove(position)).map(encode) }
    await pause()
  }
}

/** The leaves about the user in the tree of `size` leaves; the newest rows may not be in it yet. */
async function* listLeaves(ctx: AnyContext, userId: number, size: number): AsyncGenerator<Leaf> {
  for (let last = { created_at: '1970-01-01T00:00:00.000Z', id: 0 }; ; ) {
    const from = { after: last.created_at, after_id: last.id, most: rowsAtOnce }
    const rows = await loggedActivity.ofUser.all(ctx, { user_id: userId, ...from })
    for (const { position, salt, ...row } of rows)
      if (position < size) yield { position, content: writeActivityLeaf(row, salt ?? '') }
    last = rows.at(-1) ?? last
    if (rows.length < rowsAtOnce) break
  }
  for await (const row of loggedAudit.aboutUser.iterate(ctx, { user_id: userId })) {
    const leaf = await logLeaves.ofAuditRow.maybe(ctx, { row_id: row.id })
    if (leaf !== null && leaf.position < size) yield { position: leaf.position, content: writeAuditLeaf(row) }
  }
}
