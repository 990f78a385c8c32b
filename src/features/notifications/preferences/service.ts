import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import type { PersonalData } from '#features/feature.ts'
import { findUser } from '#features/users/index.ts'
import { type NotificationType, notificationTypes } from '../record.ts'
import { preferences } from './queries.ts'
import { createForEachType, type NotificationPreferences, type PreferenceChange } from './schemas.ts'

/** Returns whether the user wants mails for notifications of the type. */
export async function isMailWanted(tx: Transaction, userId: number, type: NotificationType): Promise<boolean> {
  const off = await preferences.of.maybe(tx, { user_id: userId })
  return off === null || !off.email_off.includes(type)
}

export const showPreferences = (ctx: Context): Promise<NotificationPreferences> => getPreferences(ctx, ctx.actor.id)

export function updatePreferences(ctx: Context, change: PreferenceChange): Promise<NotificationPreferences> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getPreferences(tx, tx.actor.id)
    const after = createForEachType((type) => ({ ...before[type], ...change[type] }))
    await preferences.keep.run(tx, {
      user_id: tx.actor.id,
      in_app_off: notificationTypes.filter((type) => !after[type].in_app),
      email_off: notificationTypes.filter((type) => !after[type].email),
    })
    return after
  })
}

/** All types are on by default. */
async function getPreferences(ctx: AnyContext, userId: number): Promise<NotificationPreferences> {
  const off = await preferences.of.maybe(ctx, { user_id: userId })
  return createForEachType((type) => ({
    in_app: !off?.in_app_off.includes(type),
    email: !off?.email_off.includes(type),
  }))
}

/** Ends the mails of announcements, or begins them again; all other mails stay. A deleted account keeps no preference. */
export const updateAnnouncementMails = (ctx: Context, userId: number, isWanted: boolean): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    if ((await findUser(tx, userId)) === null) return
    await preferences.keepAnnouncements.run(tx, { user_id: userId, announcements_off: !isWanted })
  })

export const preferencePersonalData: PersonalData = {
  name: 'notification_preferences',
  async export(ctx, userId) {
    const off = await preferences.of.maybe(ctx, { user_id: userId })
    return { ...(await getPreferences(ctx, userId)), announcements: { email: !off?.announcements_off } }
  },
  async erase(tx, userId) {
    await preferences.erase.run(tx, { user_id: userId })
  },
}
