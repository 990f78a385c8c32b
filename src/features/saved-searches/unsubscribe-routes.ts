import { runInTransaction } from '#context.ts'
import { createUnsubscribeRoutes } from '#pages/unsubscribe-routes.ts'
import { savedSearches } from './queries.ts'

export const unsubscribeRoutes = createUnsubscribeRoutes({
  name: 'saved-searches',
  tags: ['Search'],
  show: {
    operationId: 'showUnsubscription',
    summary: 'Show the page that ends the mails of saved searches',
    description: 'By the link in the mail, which replaces the token. `id` is that of the user.',
  },
  update: {
    operationId: 'unsubscribeFromSearches',
    summary: 'End the mails of saved searches',
    description:
      'What mail programs request with one click (RFC 8058), and what the page sends. Sets all searches of the user to `never`.',
  },
  title: 'Mails of saved searches',
  explanation: 'Your saved searches stay, and find nothing until you choose again how often you want to hear of them.',
  done: 'You receive no more mails of your saved searches.',
  store: (ctx, userId) =>
    runInTransaction(ctx, (tx) => savedSearches.unsubscribe.run(tx, { user_id: userId, now: tx.clock.now() })),
})
