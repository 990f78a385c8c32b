import type { AnyContext } from '#context.ts'
import type { PersonalData } from '#features/feature.ts'
import { writeActivityLeaf, writeAuditLeaf } from './leaves.ts'
import { getRoot, proveInclusion } from './merkle.ts'
import { logEnd, loggedActivity, loggedAudit, logLeaves } from './queries.ts'
import { createNodeReader } from './tiles.ts'

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
    const encode = (hash: Uint8Array) => Buffer.from(hash).toString('base64')
    const leaves = await listLeaves(ctx, userId, size)
    const rows = await Promise.all(
      leaves.map(async ({ position, content }) => ({
        leaf: position,
        content,
        proof: (await proveInclusion(read, position, size)).map(encode),
      })),
    )
    return { size, root: encode(root), rows }
  },
  async erase(tx, userId) {
    await logLeaves.eraseSalts.run(tx, { user_id: userId })
  },
}

/** The leaves about the user in the tree of `size` leaves; the newest rows may not be in it yet. */
async function listLeaves(ctx: AnyContext, userId: number, size: number): Promise<Leaf[]> {
  const activity = await loggedActivity.ofUser.all(ctx, { user_id: userId })
  const leaves: Leaf[] = activity.map(({ position, salt, ...row }) => ({
    position,
    content: writeActivityLeaf(row, salt ?? ''),
  }))
  for (const row of await loggedAudit.aboutUser.all(ctx, { user_id: userId })) {
    const leaf = await logLeaves.ofAuditRow.maybe(ctx, { row_id: row.id })
    if (leaf !== null) leaves.push({ position: leaf.position, content: writeAuditLeaf(row) })
  }
  return leaves.filter(({ position }) => position < size)
}
