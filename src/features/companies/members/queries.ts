import { sql } from 'kysely'
import { integerList, jsonObject, measureRows, textList } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { CompanyRole } from '#database/tables/companies.ts'

interface MemberUser {
  id: number
  name: string
  email: string
  profile_photo: string
}

const selectMembers = (q: Builder) =>
  q
    .selectFrom('company_members')
    .leftJoin('users', 'users.id', 'company_members.user_id')
    .select(['company_members.id', 'company_members.role', 'added_at', 'accepted_at'])
    .select(['company_members.user_id', 'company_members.email as invited_email'])
    .select((eb) =>
      jsonObject<MemberUser>({
        id: eb.ref('users.id'),
        name: eb.fn.coalesce('users.name', sql<string>`''`),
        email: eb.fn.coalesce('users.email', sql<string>`''`),
        profile_photo: eb.fn.coalesce('users.profile_photo', sql<string>`''`),
      }).as('user'),
    )

interface InvitationRecipient {
  /** The user, and the verified address, who is asked about. */
  user_id: number
  email: string
  since: string
}

/** Invitations of a user, or of the verified address, since a time. An index leads to the few of each. */
const selectInvitations = (q: Builder, p: InvitationRecipient) =>
  q
    .selectFrom('company_members')
    .where('company_members.accepted_at', 'is', null)
    .where('company_members.added_at', '>', p.since)
    .where(
      'company_members.id',
      'in',
      q
        .selectFrom('company_members as own')
        .select('own.id')
        .where('own.user_id', '=', p.user_id)
        .unionAll(
          q.selectFrom('company_members as addressed').select('addressed.id').where('addressed.email', '=', p.email),
        ),
    )

export const members = {
  of: prepare((q, p: { company_id: number }) =>
    selectMembers(q).where('company_id', '=', p.company_id).orderBy('company_members.id'),
  ),

  inCompany: prepare((q, p: { company_id: number; id: number }) =>
    selectMembers(q).where('company_id', '=', p.company_id).where('company_members.id', '=', p.id),
  ),

  size: prepare((q, p: { company_id: number }) =>
    q.selectFrom('company_members').select(measureRows('email')).where('company_id', '=', p.company_id),
  ),

  /** The members, and the open invitations since a time. */
  countSeats: prepare((q, p: { company_id: number; since: string }) =>
    q
      .selectFrom('company_members')
      .select(sql<number>`count(*)`.as('total'))
      .where('company_id', '=', p.company_id)
      .where((eb) => eb.or([eb('accepted_at', 'is not', null), eb('added_at', '>', p.since)])),
  ),

  withUser: prepare((q, p: { company_id: number; user_id: number }) =>
    q
      .selectFrom('company_members')
      .select(['id', 'role', 'accepted_at'])
      .where('company_id', '=', p.company_id)
      .where('user_id', '=', p.user_id),
  ),

  withEmail: prepare((q, p: { company_id: number; email: string }) =>
    q.selectFrom('company_members').select('id').where('company_id', '=', p.company_id).where('email', '=', p.email),
  ),

  /** The memberships and invitations in the companies of these accounts and addresses. */
  amongInvitees: prepare(
    (q, p: { company_ids: readonly number[]; user_ids: readonly number[]; emails: readonly string[] }) =>
      q
        .selectFrom('company_members')
        .select(['company_id', 'user_id', 'email'])
        .where('company_id', 'in', integerList(p.company_ids))
        .where('user_id', 'in', integerList(p.user_ids))
        .unionAll(
          q
            .selectFrom('company_members')
            .select(['company_id', 'user_id', 'email'])
            .where('company_id', 'in', integerList(p.company_ids))
            .where('email', 'in', textList(p.emails)),
        ),
  ),

  add: prepare(
    (
      q,
      p: {
        company_id: number
        user_id: number | null
        email: string | null
        role: CompanyRole
        invited_by: number | null
        accepted_at: string | null
        now: string
      },
    ) =>
      q
        .insertInto('company_members')
        .values({
          company_id: p.company_id,
          user_id: p.user_id,
          email: p.email,
          role: p.role,
          invited_by: p.invited_by,
          added_at: p.now,
          accepted_at: p.accepted_at,
        })
        .returning('id'),
  ),

  /** Makes the user a member. The address is forgotten. */
  accept: prepare((q, p: { id: number; user_id: number; now: string }) =>
    q
      .updateTable('company_members')
      .set({ user_id: p.user_id, email: null, accepted_at: p.now })
      .where('id', '=', p.id)
      .where('accepted_at', 'is', null),
  ),

  setRole: prepare((q, p: { id: number; role: CompanyRole }) =>
    q.updateTable('company_members').set({ role: p.role }).where('id', '=', p.id),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('company_members').where('id', '=', p.id)),

  removeAll: prepare((q, p: { company_id: number }) =>
    q.deleteFrom('company_members').where('company_id', '=', p.company_id),
  ),

  /** The other members, those first who have the most permissions and accepted first. */
  others: prepare((q, p: { company_id: number; user_id: number }) =>
    q
      .selectFrom('company_members')
      .select(['id', sql<number>`user_id`.as('user_id'), 'role'])
      .where('company_id', '=', p.company_id)
      .where('user_id', '!=', p.user_id)
      .where('accepted_at', 'is not', null)
      .orderBy(sql`case role when 'owner' then 1 when 'admin' then 2 when 'recruiter' then 3 else 4 end`)
      .orderBy('accepted_at')
      .orderBy('id'),
  ),

  countOwned: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('company_members')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('user_id', '=', p.user_id)
      .where('role', '=', sql.lit('owner'))
      .where('accepted_at', 'is not', null),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('company_members')
      .select(['id', 'company_id', 'role', 'accepted_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  removeInvitations: prepare((q, p: { user_id: number; email: string }) =>
    q
      .deleteFrom('company_members')
      .where('accepted_at', 'is', null)
      .where((eb) => eb.or([eb('user_id', '=', p.user_id), eb('email', '=', p.email)])),
  ),

  removeExpired: prepare((q, p: { before: string }) =>
    q.deleteFrom('company_members').where('accepted_at', 'is', null).where('added_at', '<=', p.before),
  ),

  isInvited: prepare((q, p: InvitationRecipient & { id: number }) =>
    selectInvitations(q, p).select('company_members.id').where('company_members.id', '=', p.id),
  ),

  invitations: prepareList((q, p: InvitationRecipient) =>
    selectInvitations(q, p)
      .innerJoin('companies', 'companies.id', 'company_members.company_id')
      .where('companies.hidden_at', 'is', null)
      .leftJoin('users as inviters', 'inviters.id', 'company_members.invited_by')
      .select(['company_members.id', 'company_members.role', 'company_members.added_at'])
      .select(['companies.id as company_id', 'companies.name', 'companies.verified'])
      .select((eb) => eb.fn.coalesce('inviters.name', sql<string>`''`).as('invited_by'))
      .orderBy('company_members.id', 'desc'),
  ),
}
