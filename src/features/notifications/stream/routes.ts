import { type Context, createSystemContext } from '#context.ts'
import { ensure, unauthenticated } from '#core/problem.ts'
import {
  authenticateStream,
  createStreamTicket,
  type FindValidTokens,
  Hub,
  maxStreams,
  parseEventId,
  StreamQuery,
  StreamTicket,
  tooManyStreams,
} from '#features/streams/index.ts'
import { responds } from '#http/envelope.ts'
import { openEventStream, respondEvents } from '#http/event-stream.ts'
import type { Routes } from '#http/routes.ts'
import { createNotificationSource, getLastKnownId } from './service.ts'

const tags = ['Notifications']

const about = `Server-sent events. Each is called \`notification\`; its \`data\` is an item of the list, its \`id\` that of the
notification. Without \`Last-Event-ID\` the stream begins with what comes next, with it after the notification it names.
Lines that begin with a colon keep the connection open. The stream ends when the access token does. A browser's EventSource
sends no header: it opens the stream with \`?ticket=\`, and after an error with a new ticket and \`last_event_id\`.`

export const streamRoutes =
  (findValidTokens: FindValidTokens): Routes =>
  (app) => {
    let hub: Hub | undefined
    app.addHook('preClose', async () => hub?.close())

    app.post('/notifications/stream-ticket', {
      config: { access: 'signed-in', scope: 'notifications:read', answersSecret: true },
      schema: {
        operationId: 'makeStreamTicket',
        summary: 'Get a ticket for my notification stream',
        description: 'Opens one stream, within one minute. The stream ends with the access token of this request.',
        tags,
        response: responds(201, StreamTicket),
      },
      handler: (request) => createStreamTicket(request.ctx),
    })

    app.get('/notifications/stream', {
      // The handler checks access, because a ticket may replace a token.
      config: { access: 'public', scope: 'notifications:read', raw: true, staysOpen: true },
      exposeHeadRoute: false,
      schema: {
        operationId: 'followNotifications',
        summary: 'Follow my notifications as a stream',
        description: about,
        tags,
        querystring: StreamQuery,
        response: respondEvents(unauthenticated, tooManyStreams),
      },
      async handler({ ctx, headers, query }, reply) {
        const holder = await authenticateStream(ctx, query.ticket)
        hub ??= createHub(createSystemContext(ctx), findValidTokens)
        await hub.waitUntilReady()
        const known = await getLastKnownId(
          ctx,
          holder.user_id,
          parseEventId(headers['last-event-id']) ?? query.last_event_id,
        )
        ensure(hub.countStreams(holder.user_id) < maxStreams, tooManyStreams)
        hub.add(openEventStream(reply), { ...holder, subject: holder.user_id, known })
      },
    })
  }

const createHub = (ctx: Context, findValidTokens: FindValidTokens) =>
  new Hub(ctx, createNotificationSource(ctx, findValidTokens))
