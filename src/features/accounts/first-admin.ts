import { type Context, getNetwork, runInTransaction } from '#context.ts'
import { createRandomText } from '#core/random.ts'
import { UniqueViolation } from '#database/database.ts'
import { createUser, findRole, findUserByEmail, hasAdmins, hasUsers, type Role } from '#features/users/index.ts'

export interface FirstAdmin {
  email: string
  /** Set only when it was generated here; it is printed once. */
  password: string | null
}

/**
 * Creates the first administrator where there is none: the configured one, or in an empty database one with a random password, where a person can
 * be shown it. Returns null when it created none, and logs why unless the configured one is there.
 */
export async function createFirstAdmin(ctx: Context, { isShown = true } = {}): Promise<FirstAdmin | null> {
  const { admin } = ctx.config
  const email = admin?.email ?? 'admin@localhost'
  if (await hasAdmins(ctx)) {
    if (admin !== null && (await findRoleOf(ctx, email)) !== 'admin') ctx.log.info(reasons.others, notCreated)
    return null
  }
  const reason = await findObstacle(ctx, isShown)
  if (reason !== null) ctx.log.warn(reason, notCreated)
  if (reason !== null) return null
  const password = admin?.password ?? createRandomText(12)
  const added = await addAdmin(ctx, { email, password, onlyFirst: true }).catch((error) => {
    // Another instance has added the same one at the same moment.
    if (error instanceof UniqueViolation) return false
    throw error
  })
  return added ? { email, password: admin === null ? password : null } : null
}

const notCreated = 'administrator not created'
const advice = 'there is no administrator: run npm run admin'
const reasons = {
  others: { reason: 'ADMIN_EMAIL is the address of none, and there are others' },
  account: { reason: `ADMIN_EMAIL is the address of another account, and ${advice}` },
  settings: { reason: `ADMIN_EMAIL and ADMIN_PASSWORD are not set, and ${advice}` },
}

/** An account of the address may be of anybody, so it is not given the role. */
async function findObstacle(ctx: Context, isShown: boolean): Promise<{ reason: string } | null> {
  const { admin } = ctx.config
  if (admin === null) return !isShown || (await hasUsers(ctx)) ? reasons.settings : null
  return (await findUserByEmail(ctx, admin.email)) === null ? null : reasons.account
}

async function findRoleOf(ctx: Context, email: string): Promise<Role | null> {
  const user = await findUserByEmail(ctx, email)
  return user === null ? null : findRole(ctx, user.id)
}

/** Adds an administrator. Returns false when `onlyFirst` is set and there is one already. */
export async function addAdmin(
  ctx: Context,
  { email, password, onlyFirst = false }: { email: string; password: string; onlyFirst?: boolean },
): Promise<boolean> {
  const password_hash = await ctx.passwords.hash(password, 'normal', getNetwork(ctx))
  return runInTransaction(ctx, async (tx) => {
    // Two instances may start on one database.
    if (onlyFirst && (await hasAdmins(tx))) return false
    await createUser(tx, { name: 'Administrator', email, role: 'admin', password_hash, email_verified: true })
    return true
  })
}
