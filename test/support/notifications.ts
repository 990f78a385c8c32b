/** Sends and reads notifications. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSystemContext, type Platform, runInTransaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import type { NotificationType } from '#features/notifications/record.ts'
import { verbatim } from '#language/sentence.ts'
import type { Person } from './app.ts'

interface Notice {
  type?: NotificationType
  message?: string
  event?: string
}

/** Notifies a user, as a feature would. */
export async function sendNotification(
  platform: Platform,
  { id }: Pick<Person, 'id'>,
  { type = 'course_update', message = 'There is more to learn.', event = randomBytes(8).toString('hex') }: Notice = {},
) {
  await runInTransaction(createSystemContext(platform), (tx) =>
    notify(tx, id, type, {
      title: verbatim('New lesson'),
      message: verbatim(message),
      event,
      data: { url: '/courses/7', action: 'view_course' },
    }),
  )
}

/** Returns the types of a user's notifications, newest first, after checking that every link can be opened. */
export async function listNotificationTypes(person: Person): Promise<string[]> {
  const { data } = await person.get('/notifications?limit=100')
  for (const notice of data) {
    const { status, text } = await person.get(notice.data.url)
    assert.equal(status, 200, `${notice.type} leads to ${notice.data.url}: ${text}`)
  }
  return data.map(({ type }: { type: string }) => type)
}
