import { updateAnnouncementMails } from '#features/notifications/index.ts'
import { createUnsubscribeRoutes } from '#pages/unsubscribe-routes.ts'

export const announcementUnsubscribeRoutes = createUnsubscribeRoutes({
  name: 'announcements',
  tags: ['Notifications'],
  show: {
    operationId: 'showAnnouncementUnsubscription',
    summary: 'Show the page that ends the mails of announcements',
    description: 'By the link in the mail, which replaces the token. `id` is that of the user.',
  },
  update: {
    operationId: 'unsubscribeFromAnnouncements',
    summary: 'End the mails of announcements',
    description:
      'What mail programs request with one click (RFC 8058), and what the page sends. Announcements then reach the user as notifications alone; all ' +
      'other mails stay. With `wanted` the mails begin again.',
  },
  title: 'Mails of announcements',
  explanation: 'Announcements then reach you on this site alone. All other mails stay as they are.',
  done: 'You receive no more announcements by mail.',
  undo: { button: 'Receive these mails again', done: 'You receive announcements by mail again.' },
  store: updateAnnouncementMails,
})
