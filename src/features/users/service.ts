import type { AnyContext, Context, Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { ensure, invalidFields, notFound, permit } from '#core/problem.ts'
import { sortKey, splitWords } from '#core/text-normalization.ts'
import type { UserLinks } from '#database/tables/index.ts'
import { type ActivityQuery, listActivity } from '#features/activity/index.ts'
import { parseLocale } from '#language/languages.ts'
import { addToCounter, readCounters } from '#platform/counters.ts'
import { findSuspension } from './administration.ts'
import { getUserCounter, roles } from './counters.ts'
import { type UserProfile, users } from './queries.ts'
import type { Role } from './record.ts'
import { userRights } from './rights.ts'
import type { User, UserQuery, VisibleUser } from './schemas.ts'
import { userWords } from './word-queries.ts'
import { parseSearch } from './words.ts'

const unknownUser = invalidFields({ user_id: ['The selected user id is invalid.'] })

const noLinks: UserLinks = { website: '', linkedin: '', orcid: '', github: '' }

interface NewUser {
  name: string
  /** Null when the provider of the sign-up shares none. */
  email: string | null
  role: Role
  /** Null for users who only sign in through a provider. */
  password_hash: string | null
  /** True when a trusted provider has verified the address. */
  email_verified: boolean
  /** An IANA name; empty or absent for the default. */
  timezone?: string
  /** A language tag; the language of the request if empty or absent. */
  locale?: string
}

/** Adds a user and returns the id. */
export async function createUser(
  tx: Transaction,
  { email_verified, timezone = '', locale = '', ...input }: NewUser,
): Promise<number> {
  const now = tx.clock.now()
  const { id } = await users.add.one(tx, {
    ...input,
    sort_name: sortKey(input.name),
    email_verified_at: email_verified ? now : null,
    links: noLinks,
    timezone: timezone || null,
    locale: parseLocale(locale) ?? languageOfRequest(tx),
    now,
  })
  await updateSearchWords(tx, id, { name: input.name, email: input.email ?? '' })
  await addToCounter(tx, getUserCounter(input.role), 1)
  if (email_verified && input.email !== null) await tx.emitEmailVerified(tx, { user_id: id, email: input.email })
  return id
}

/** Counts accounts that were added with their rows. */
export async function countNewUsers(tx: Transaction, added: readonly Role[]): Promise<void> {
  for (const [role, { length }] of Map.groupBy(added, (role) => role))
    await addToCounter(tx, getUserCounter(role), length)
}

const languageOfRequest = ({ wording: { language, locale } }: Transaction) => (language === 'en' ? null : locale)

/** Updates the words by which a user is found. */
export async function updateSearchWords(tx: Transaction, id: number, { name, email }: { name: string; email: string }) {
  await userWords.remove.run(tx, { user_id: id })
  for (const word of splitWords(name)) await userWords.add.run(tx, { word, user_id: id, of_email: false })
  for (const word of splitWords(email)) await userWords.add.run(tx, { word, user_id: id, of_email: true })
}

/** Returns the user with all fields, or null for an unknown or deleted user. */
export const findUser = (ctx: AnyContext, id: number): Promise<User | null> => users.byId.maybe(ctx, { id })

/** Returns the role of the user, or null for an unknown or deleted user. */
export const findRole = async (ctx: AnyContext, id: number): Promise<Role | null> =>
  (await users.role.maybe(ctx, { id }))?.role ?? null

/** Returns the user with all fields. 404 for an unknown or deleted user. */
export const getUser = (ctx: AnyContext, id: number): Promise<User> => users.byId.one(ctx, { id })

/** Returns the names of users, deleted ones too, by their ids. */
export async function getNames(ctx: AnyContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await users.names.all(ctx, { ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Throws 422 if there is no such user, or if the actor cannot see them: those who are suspended exist for administrators alone. */
export async function checkUserId(ctx: AnyContext, { user_id }: { user_id?: number }): Promise<void> {
  if (user_id === undefined) return
  ensure((await findUser(ctx, user_id)) !== null && (await isVisible(ctx, user_id)), unknownUser)
}

async function isVisible(ctx: AnyContext, id: number): Promise<boolean> {
  const suspension = await findSuspension(ctx, id)
  return userRights.may.read(ctx.actor, { id, suspended_at: suspension?.suspended_at ?? null })
}

/** Returns the time zone of the user, or of the operator. */
export async function getTimezone(ctx: AnyContext, userId: number): Promise<string> {
  return (await findTimezone(ctx, userId)) ?? ctx.config.timezone
}

/** Returns the time zone that the user has chosen; null without one. */
export const findTimezone = async (ctx: AnyContext, userId: number): Promise<string | null> =>
  (await users.timezone.maybe(ctx, { id: userId }))?.timezone ?? null

export const showMe = (ctx: Context): Promise<User> => getUser(ctx, ctx.actor.id)

export async function showUser(ctx: Context, id: number): Promise<VisibleUser> {
  const user = await getUser(ctx, id)
  if (userRights.may.readAllFields(ctx.actor, user)) return user
  ensure(await isVisible(ctx, id), notFound)
  return presentPublic(user)
}

export const listUsers = (ctx: Context, { search, role, ...paging }: UserQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const present = (user: User) => presentListed(ctx, user)
    const words = parseSearch(search ?? '')
    // A search without any word, like `?!`, finds no users.
    if (search && words === null) return { rows: [], total: 0 }
    const { rows, total } =
      words === null
        ? {
            rows: await users.all.slice(ctx, { role, ...slice }),
            total: await readCounters(ctx, ...(role === undefined ? roles : [role]).map(getUserCounter)),
          }
        : await users.found.pageInBackground(ctx, {
            ...words,
            include_email: ctx.actor.role === 'admin',
            role,
            ...slice,
          })
    return { rows: rows.map(present), total }
  })

/** Specification, "Users", rule 1: 403 for other users, whether the account exists or not. */
export async function listUserActivity(ctx: Context, id: number, query: ActivityQuery) {
  permitSelfOrAdmin(ctx, id)
  await getUser(ctx, id)
  return listActivity(ctx, id, query)
}

/** In a list, one's own row has the public fields, like the others. */
const presentListed = ({ actor }: Context, user: User): VisibleUser =>
  actor.role === 'admin' ? user : presentPublic(user)

const presentPublic = ({ id, name, role, profile_photo, headline, location, skills }: User): VisibleUser => ({
  id,
  name,
  role,
  profile_photo,
  headline,
  location,
  skills,
})

/** Changes the role and the count of users of both roles. */
export async function updateUserRole(tx: Transaction, before: User, role: Role): Promise<void> {
  await users.setRole.run(tx, { id: before.id, role, now: tx.clock.now() })
  await moveCount(tx, before, role)
  await announceAuthor(tx, before, role)
}

/** Writes all fields that a profile update may change. */
export async function updateUser(tx: Transaction, before: User, after: UserProfile): Promise<void> {
  await users.update.run(tx, { ...after, sort_name: sortKey(after.name) })
  if (after.name !== before.name) await updateSearchWords(tx, before.id, { name: after.name, email: before.email })
  if (after.role !== before.role) await moveCount(tx, before, after.role)
  await announceAuthor(tx, before, after.role)
}

/** Administrators are verified authors. */
async function announceAuthor(tx: Transaction, { id, role: from }: User, to: Role): Promise<void> {
  if ((from === 'admin') !== (to === 'admin')) await tx.emitEvidenceChanged(tx, { authorId: id })
}

async function moveCount(tx: Transaction, { id, role: from }: User, to: Role) {
  // A suspended user is not counted.
  if ((await findSuspension(tx, id)) !== null) return
  await addToCounter(tx, getUserCounter(from), -1)
  await addToCounter(tx, getUserCounter(to), 1)
}

/** Erases the personal fields of a deleted account; the row stays as `Deleted user`. */
export async function anonymizeUser(tx: Transaction, { id, role }: User): Promise<void> {
  await updateSearchWords(tx, id, { name: '', email: '' })
  const isCounted = (await findSuspension(tx, id)) === null
  await users.anonymise.run(tx, { id, links: noLinks, now: tx.clock.now() })
  if (isCounted) await addToCounter(tx, getUserCounter(role), -1)
}

export const hasOtherAdmin = async (tx: Transaction, id: number): Promise<boolean> =>
  (await users.otherAdmin.maybe(tx, { id })) !== null

/** True when there is an administrator, also a suspended one. */
export const hasAdmins = async (ctx: AnyContext): Promise<boolean> =>
  (await users.otherAdmin.maybe(ctx, { id: 0 })) !== null

/** True when any account exists or ever existed. */
export const hasUsers = async (ctx: AnyContext): Promise<boolean> => (await users.any.maybe(ctx, {})) !== null

/** Throws 403 unless the actor is this user or an administrator. */
export const permitSelfOrAdmin = (ctx: Context, userId: number) =>
  permit(userRights.may.actFor(ctx.actor, { id: userId }))
