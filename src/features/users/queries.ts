import { type ExpressionBuilder, sql } from 'kysely'
import { lastCharacter } from '#core/terms.ts'
import { asBoolean, asJson, integerList, jsonArray, perEngine, textList } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { BillingAddress } from '#database/tables/billing.ts'
import type { Role, Tables, UserLinks } from '#database/tables/index.ts'
import { userRecord } from './record.ts'
import type { User } from './schemas.ts'

const loginMethods = jsonArray<User['login_methods'][number]>(sql`method`)

/** The columns of `User`. */
const selectUserFields = (eb: ExpressionBuilder<Tables, 'users'>) =>
  [
    ...userRecord.qualifiedColumns.filter((column) => column !== 'users.email'),
    eb.fn.coalesce('users.email', sql<string>`''`).as('email'),
    asBoolean(sql`users.bio <> ''`).as('profile_complete'),
    asBoolean(sql`users.email_verified_at is not null`).as('email_verified'),
    asBoolean(sql`users.email_bounced_at is not null`).as('email_bouncing'),
    eb
      .selectFrom('researchers')
      .select('researchers.id')
      .whereRef('researchers.user_id', '=', 'users.id')
      .as('researcher_id'),
    selectLoginMethods().as('login_methods'),
    asBoolean(
      sql`exists (select 1 from two_factor_secrets where two_factor_secrets.user_id = users.id
        and two_factor_secrets.enabled_at is not null)`,
    ).as('two_factor_enabled'),
  ] as const

/** A subquery of one value, because only subqueries can refer to the outer row. */
const selectLoginMethods = () =>
  asJson<User['login_methods']>(
    sql`(select ${loginMethods} from (
      select 'password' as method where users.password_hash is not null
      union all select provider from identities where identities.user_id = users.id
      union all select 'passkey' where exists (select 1 from passkeys where passkeys.user_id = users.id)
    ) as methods)`,
  )

const selectExisting = (q: Builder) => q.selectFrom('users').where('users.deleted_at', 'is', null)
/** Users that others find. */
const selectListed = (q: Builder) => selectExisting(q).where('users.suspended_at', 'is', null)

interface NewUser {
  name: string
  sort_name: string
  email: string | null
  email_verified_at: string | null
  password_hash: string | null
  role: Role
  links: UserLinks
  timezone: string | null
  locale: string | null
  now: string
}

export interface UserProfile {
  id: number
  name: string
  headline: string
  bio: string
  location: string
  phone: string
  skills: string[]
  links: UserLinks
  role: Role
  pending_email: string | null
  timezone: string | null
  locale: string | null
  billing_address: BillingAddress | null
  now: string
}

export interface Search {
  include_email: boolean
  /** The range of words that begin with a search word. */
  word: string
  end: string
  /** Further words that must match. */
  others: string[]
}

const matchesSource = (include_email: boolean) =>
  sql<boolean>`(owned.of_email = false or owned.of_email = ${include_email})`

export const selectIdsWithWord = (q: Builder, p: Search) =>
  q
    .selectFrom('user_words as owned')
    .select('owned.user_id')
    .where('owned.word', '>=', p.word)
    .where('owned.word', '<', p.end)
    .where(matchesSource(p.include_email))

/** Every search word must be a prefix of a word of the user. */
export const selectMatchingAllWords = (p: Search) => {
  const end = sql.lit(lastCharacter)
  return sql<boolean>`not exists (select 1 from ${wordList(p.others)} as wanted where not exists (
    select 1 from user_words as owned where owned.user_id = users.id
      and owned.word >= wanted.word and owned.word < wanted.word || ${end} and ${matchesSource(p.include_email)}))`
}

/** Compared byte by byte, like the column. */
const wordList = (words: string[]) =>
  perEngine({
    sqlite: sql`(select value as word from json_each(${words}))`,
    postgres: sql`(select value collate "C" as word from jsonb_array_elements_text(${words}::jsonb))`,
  })

export const users = {
  byId: prepare((q, p: { id: number }) => selectExisting(q).select(selectUserFields).where('users.id', '=', p.id)),

  byEmail: prepare((q, p: { email: string }) =>
    selectExisting(q).select(['id', 'password_hash', 'email_verified_at']).where('email', '=', p.email),
  ),

  byEmails: prepare((q, p: { emails: readonly string[] }) =>
    selectExisting(q).select(['id', 'email']).where('email', 'in', textList(p.emails)),
  ),

  names: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('users').select(['id', 'name']).where('id', 'in', integerList(p.ids)),
  ),

  role: prepare((q, p: { id: number }) => selectExisting(q).select('role').where('users.id', '=', p.id)),

  timezone: prepare((q, p: { id: number }) => selectExisting(q).select('timezone').where('id', '=', p.id)),

  credentials: prepare((q, p: { id: number }) =>
    selectExisting(q).select(['id', 'email', 'password_hash', 'role', 'pending_email']).where('id', '=', p.id),
  ),

  all: prepareList(
    (q, p: { role?: Role | undefined }) => {
      const list = selectListed(q).select(selectUserFields).orderBy('users.id')
      return p.role === undefined ? list : list.where('users.role', '=', p.role)
    },
    { optional: ['role'] },
  ),

  found: prepareList(
    (q, p: Search & { role?: Role | undefined }) => {
      const list = selectListed(q)
        .select(selectUserFields)
        .where('users.id', 'in', selectIdsWithWord(q, p))
        .where(selectMatchingAllWords(p))
        .orderBy('users.id')
      return p.role === undefined ? list : list.where('users.role', '=', p.role)
    },
    { optional: ['role'] },
  ),

  add: prepare((q, p: NewUser) =>
    q
      .insertInto('users')
      .values({
        name: p.name,
        sort_name: p.sort_name,
        email: p.email,
        email_verified_at: p.email_verified_at,
        pending_email: null,
        password_hash: p.password_hash,
        role: p.role,
        ...userRecord.defaults,
        links: p.links,
        timezone: p.timezone,
        locale: p.locale,
        created_at: p.now,
        updated_at: p.now,
        deleted_at: null,
      })
      .returning('id'),
  ),

  update: prepare((q, p: UserProfile & { sort_name: string }) =>
    q
      .updateTable('users')
      .set({
        name: p.name,
        sort_name: p.sort_name,
        headline: p.headline,
        bio: p.bio,
        location: p.location,
        phone: p.phone,
        skills: p.skills,
        links: p.links,
        role: p.role,
        pending_email: p.pending_email,
        timezone: p.timezone,
        locale: p.locale,
        billing_address: p.billing_address,
        updated_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  setRole: prepare((q, p: { id: number; role: Role; now: string }) =>
    q.updateTable('users').set({ role: p.role, updated_at: p.now }).where('id', '=', p.id),
  ),

  setPhoto: prepare((q, p: { id: number; profile_photo: string | null; now: string }) =>
    q.updateTable('users').set({ profile_photo: p.profile_photo, updated_at: p.now }).where('id', '=', p.id),
  ),

  anonymise: prepare((q, p: { id: number; links: UserLinks; now: string }) =>
    q
      .updateTable('users')
      .set({
        name: 'Deleted user',
        sort_name: '',
        email: null,
        email_verified_at: null,
        pending_email: null,
        email_bounced_at: null,
        suspension_reason: '',
        timezone: null,
        locale: null,
        billing_address: null,
        password_hash: null,
        profile_photo: null,
        headline: '',
        bio: '',
        location: '',
        phone: '',
        skills: [],
        links: p.links,
        updated_at: p.now,
        deleted_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  otherAdmin: prepare((q, p: { id: number }) =>
    selectExisting(q)
      .select('id')
      .where('role', '=', 'admin')
      .where('id', '!=', p.id)
      .orderBy('role')
      .orderBy('id')
      .limit(1),
  ),

  any: prepare((q, _: object) => q.selectFrom('users').select('id').orderBy('id').limit(1)),
}
