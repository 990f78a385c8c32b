import { type Context, getNetwork, runInTransaction } from '#context.ts'
import { createRandomText } from '#core/random.ts'
import { createUser, hasUsers } from '#features/users/index.ts'

export interface FirstAdmin {
  email: string
  /** Set only when it was generated here; it is printed once. */
  password: string | null
}

/**
 * Creates the first administrator of an empty database: the configured one, or one with a random password. Returns null
 * when there are accounts already.
 */
export async function createFirstAdmin(ctx: Context): Promise<FirstAdmin | null> {
  if (await hasUsers(ctx)) return null
  const { admin } = ctx.config
  const email = admin?.email ?? 'admin@localhost'
  const password = admin?.password ?? createRandomText(12)
  const added = await addAdmin(ctx, { email, password, onlyFirst: true })
  return added ? { email, password: admin === null ? password : null } : null
}

/** Adds an administrator. Returns false when `onlyFirst` is set and there are accounts already. */
export async function addAdmin(
  ctx: Context,
  { email, password, onlyFirst = false }: { email: string; password: string; onlyFirst?: boolean },
): Promise<boolean> {
  const password_hash = await ctx.passwords.hash(password, 'normal', getNetwork(ctx))
  return runInTransaction(ctx, async (tx) => {
    // Two instances may start on one empty database.
    if (onlyFirst && (await hasUsers(tx))) return false
    await createUser(tx, { name: 'Administrator', email, role: 'admin', password_hash, email_verified: true })
    return true
  })
}
