import { type AnyContext, type Context, getNetwork, runInTransaction, type Transaction } from '#context.ts'
import { createFieldProblem, createTooManyRequests, ensure, invalidFields, notFound, permit } from '#core/problem.ts'
import { parseVatNumber } from '#core/vat-numbers.ts'
import { recordActivity } from '#features/activity/index.ts'
import { createResearcher, updateAndReindex } from '#features/researchers/index.ts'
import {
  findCredentials,
  findUserByEmail,
  getUser,
  hasOtherAdmin,
  permitSelfOrAdmin,
  removeAvatar,
  setPassword,
  type User,
  type UserChange,
  updateUser,
  userRights,
} from '#features/users/index.ts'
import type { CheckContext } from '#http/routes.ts'
import { parseLocale } from '#language/languages.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { countUse } from '#platform/throttle.ts'
import { cancelPendingEmail, verifyByMail } from '../email-verification/service.ts'
import { passwordResets } from '../mailed-token-queries.ts'
import { checkNewPassword, checkPassword } from '../passwords.ts'
import { tokens } from '../queries.ts'
import { emailTaken } from '../sessions/service.ts'
import { ensureRecentSignIn, ensureStepUp } from '../step-up.ts'
import { loginChallenges } from '../two-factor/queries.ts'
import { mailPasswordChange, mailPendingChange } from '../warnings.ts'

export const lastAdminRole = createFieldProblem(
  'role',
  'The last administrator must stay one; make somebody else one first.',
)
const wrongCurrentPassword = createFieldProblem('current_password', 'The current password is not right.')
const missingCurrentPassword = invalidFields({
  current_password: ['The current password field is required.'],
})

export async function updateAccount(ctx: Context, id: number, change: UserChange): Promise<User> {
  const known = await findCredentials(ctx, id)
  ensure(known !== null, notFound)
  permitSelfOrAdmin(ctx, id)
  permitRole(ctx, change, known.role)
  if (changesCredentials(change, known)) await ensureMayChangeCredentials(ctx, known, change)
  if (isNewEmail(change.email, known)) await limitMails(ctx, id)
  const password_hash = change.password === undefined ? undefined : await hashNewPassword(ctx, known, change)

  return runInTransaction(ctx, async (tx) => {
    const before = await getUser(tx, id)
    permitRole(tx, change, before.role)
    const pending_email = await choosePendingEmail(tx, before, change.email)
    const role = change.role ?? before.role
    const after = {
      id,
      name: change.name ?? before.name,
      headline: change.headline ?? before.headline,
      bio: change.bio ?? before.bio,
      location: change.location ?? before.location,
      phone: change.phone ?? before.phone,
      skills: change.skills ?? before.skills,
      links: { ...before.links, ...change.links },
      role,
      pending_email,
      timezone: chooseTimezone(before, change),
      locale: chooseLocale(before, change),
      billing_address: chooseBillingAddress(before, change),
      now: tx.clock.now(),
    }
    await updateAndReindex(tx, id, () => updateUser(tx, before, after))
    if (change.profile_photo === null) await removeAvatar(tx, id)
    if (role !== before.role) await handleRoleChange(tx, before, role)
    if (password_hash !== undefined) await changePassword(tx, before, password_hash, change)
    await recordActivity(tx, 'profile_updated', {
      metadata: { user_id: id, fields: listChangedFields(change) },
    })
    const saved = await getUser(tx, id)
    describeAuditEvent(tx, {
      before: { ...before, password: 'before' },
      after: { ...saved, password: password_hash === undefined ? 'before' : 'after' },
    })
    return saved
  })
}

const emptyAddress = {
  name: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postal_code: '',
  country: '',
  tax_id: '',
}

const chooseTimezone = (before: User, { timezone: chosen }: UserChange): User['timezone'] =>
  chosen === undefined ? before.timezone : chosen || null

const chooseLocale = (before: User, { locale: chosen }: UserChange): User['locale'] =>
  chosen === undefined ? before.locale : parseLocale(chosen ?? '')

function chooseBillingAddress(before: User, { billing_address }: UserChange): User['billing_address'] {
  if (billing_address === undefined) return before.billing_address
  if (billing_address === null) return null
  const address = { ...emptyAddress, ...billing_address }
  return { ...address, tax_id: parseVatNumber(address.country, address.tax_id) ?? address.tax_id }
}

const changesCredentials = ({ email, password, role }: UserChange, known: { email: string | null; role: string }) =>
  password !== undefined ||
  (email !== undefined && email !== known.email) ||
  (role !== undefined && role !== known.role)

/** The actor proves to be the owner by the password; one who has none, by a recent sign-in. Administrators change those of others. */
async function ensureMayChangeCredentials(ctx: Context, known: Credentials, change: UserChange): Promise<void> {
  if (known.id !== ctx.actor.id) return ensureStepUp(ctx)
  const { password_hash } = known
  // Where passwords do not sign in, people may have forgotten theirs.
  if (password_hash === null || !(ctx.config.passwordSignIn || change.password !== undefined))
    return ensureRecentSignIn(ctx)
  await ensureStepUp(ctx)
  if (change.password !== undefined || isNewEmail(change.email, known))
    await checkCurrentPassword(ctx, password_hash, change.current_password)
}

type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

const isNewEmail = (email: string | undefined, known: Pick<Credentials, 'email' | 'pending_email'>): boolean =>
  email !== undefined && email !== known.email && email !== known.pending_email

/** Only administrators change roles; the current role is accepted as no change. */
const permitRole = (ctx: AnyContext, { role }: UserChange, present: User['role']) =>
  permit(role === undefined || role === present || userRights.may.updatePersonRole(ctx.actor, {}))

/** Limits mails to new addresses. */
async function limitMails(ctx: Context, id: number): Promise<void> {
  const limit = { limit: 5, window: { minutes: 10 } }
  const wait = await countUse(ctx, 'email-change', [String(id)], limit)
  if (wait !== null)
    throw createTooManyRequests('Too many changes of the e-mail address, please try again later.', wait)
}

/** Returns the names of the changed fields for the activity log. */
const listChangedFields = (change: UserChange) =>
  Object.keys(change).filter(
    (field) =>
      !['current_password', 'password_confirmation'].includes(field) &&
      (field !== 'profile_photo' || change.profile_photo === null),
  )

/** Hashes the new password. */
async function hashNewPassword(ctx: Context, known: Credentials, change: UserChange): Promise<string> {
  const { password = '' } = change
  const { name, email } = await getUser(ctx, known.id)
  await checkNewPassword(ctx, password, { name: change.name ?? name, email: change.email ?? email })
  const limit = { limit: 5, window: { minutes: 10 } }
  const wait = await countUse(ctx, 'password-change', [String(known.id)], limit)
  if (wait !== null) throw createTooManyRequests('Too many changes of the password, please try again later.', wait)
  return ctx.passwords.hash(password, 'normal', getNetwork(ctx))
}

/** Throws 422 if the current password is missing for a new one, or for another address. */
export async function checkCurrentPasswordField(
  ctx: Context,
  input: UserChange,
  { params, isInvalid }: CheckContext<{ id: number }>,
) {
  if (input.current_password !== undefined || params.id !== ctx.actor.id) return
  const known = await findCredentials(ctx, ctx.actor.id)
  if (known === null || known.password_hash === null) return
  const wantsPassword = input.password !== undefined || isInvalid('password')
  const wantsEmail = ctx.config.passwordSignIn && isNewEmail(input.email, known)
  ensure(!(wantsPassword || wantsEmail), missingCurrentPassword)
}

/** Limited like logins, so that a stolen access token does not help to guess the password. */
async function checkCurrentPassword(ctx: Context, hash: string, input: string | undefined): Promise<void> {
  if (input === undefined) throw missingCurrentPassword
  await checkPassword(ctx, input, {
    scope: 'current-password',
    key: [String(ctx.actor.id)],
    hash,
    wrong: wrongCurrentPassword,
    tooMany: 'Too many wrong passwords, please try again later.',
  })
}

/** A new address is pending until it is verified; the current one remains valid until then. */
async function choosePendingEmail(tx: Transaction, before: User, email: string | undefined): Promise<string | null> {
  if (email === undefined) return before.pending_email
  if (email === before.email) return null
  ensure((await findUserByEmail(tx, email)) === null, emailTaken)
  if (email !== before.pending_email) {
    await verifyByMail(tx, before, email)
    await mailPendingChange(tx, before, email)
  }
  return email
}

async function handleRoleChange(tx: Transaction, before: User, role: User['role']): Promise<void> {
  ensure(before.role !== 'admin' || (await hasOtherAdmin(tx, before.id)), lastAdminRole)
  if (role === 'researcher') await createResearcher(tx, before.id)
}

async function changePassword(tx: Transaction, before: User, password_hash: string, change: UserChange): Promise<void> {
  const { id } = before
  await setPassword(tx, id, password_hash)
  // An intruder may have set the pending address; one that is set by the same request is the owner's.
  if (change.email === undefined) await cancelPendingEmail(tx, before)
  await mailPasswordChange(tx, before)
  await passwordResets.removeAll.run(tx, { user_id: id })
  await tokens.removeSessions.run(tx, { user_id: id, except: tx.actor.token_id })
  await loginChallenges.removeAll.run(tx, { user_id: id })
  tx.signal(id)
}
