import { prepare } from '#database/query/prepare.ts'

interface Off {
  user_id: number
  in_app_off: string[]
  email_off: string[]
}

/** One row for a user who has switched a type off. */
export const preferences = {
  of: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('notification_preferences')
      .select(['in_app_off', 'email_off', 'announcements_off'])
      .where('user_id', '=', p.user_id),
  ),

  keep: prepare((q, p: Off) =>
    q
      .insertInto('notification_preferences')
      .values({ user_id: p.user_id, in_app_off: p.in_app_off, email_off: p.email_off })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ in_app_off: p.in_app_off, email_off: p.email_off }),
      ),
  ),

  keepAnnouncements: prepare((q, p: { user_id: number; announcements_off: boolean }) =>
    q
      .insertInto('notification_preferences')
      .values({ user_id: p.user_id, in_app_off: [], email_off: [], announcements_off: p.announcements_off })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ announcements_off: p.announcements_off })),
  ),

  erase: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('notification_preferences').where('user_id', '=', p.user_id),
  ),
}
