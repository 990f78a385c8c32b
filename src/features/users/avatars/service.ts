import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { invalidFields } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getPublicFileUrl, receiveFile, removeFilesOf, removeOtherFiles } from '#features/files/index.ts'
import { users } from '../queries.ts'
import { getUser, permitSelfOrAdmin } from '../service.ts'
import { type AvatarForm, type NewAvatar, photoFields } from './schemas.ts'

export const missingAvatar = invalidFields({ avatar: ['The avatar field is required.'] })

/** Replaces the profile picture of a user. */
export async function updateAvatar(ctx: Context, userId: number, form: AvatarForm): Promise<NewAvatar> {
  const field = photoFields.find((name) => form[name] !== undefined)
  const photo = field === undefined ? undefined : form[field]
  if (field === undefined || photo === undefined) throw missingAvatar
  // Specification, "Users", rule 3: the same access as to activity.
  permitSelfOrAdmin(ctx, userId)
  await getUser(ctx, userId)
  const keeping = { type: 'avatar', area: 'public', purpose: 'avatar', ownerId: userId, field } as const

  return receiveFile(ctx, photo, keeping, async (tx, file) => {
    await getUser(tx, userId)
    const avatar_url = getPublicFileUrl(tx, file)
    await users.setPhoto.run(tx, { id: userId, profile_photo: avatar_url, now: tx.clock.now() })
    await removeOtherFiles(tx, file)
    await recordActivity(tx, 'avatar_updated', { metadata: { user_id: userId } })
    return { avatar_url, user: await getUser(tx, userId) }
  })
}

/** Removes the profile picture of a user, for the user and administrators. Without one, it changes nothing. */
export function deleteAvatar(ctx: Context, userId: number): Promise<void> {
  permitSelfOrAdmin(ctx, userId)
  return runInTransaction(ctx, async (tx) => {
    await getUser(tx, userId)
    await removeAvatar(tx, userId)
  })
}

/** Removes the profile picture with its file. Without one, it does nothing. */
export async function removeAvatar(tx: Transaction, userId: number): Promise<void> {
  const { profile_photo } = await getUser(tx, userId)
  if (profile_photo === null) return
  await users.setPhoto.run(tx, { id: userId, profile_photo: null, now: tx.clock.now() })
  await removeFilesOf(tx, { user_id: userId, purpose: 'avatar' })
  await recordActivity(tx, 'avatar_updated', { metadata: { user_id: userId } })
}
