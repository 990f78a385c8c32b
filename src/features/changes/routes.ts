import { type Context, createSystemContext } from '#context.ts'
import { ensure, unauthenticated } from '#core/problem.ts'
import {
  authenticateStream,
  type FindValidTokens,
  Hub,
  maxStreams,
  parseEventId,
  tooManyStreams,
} from '#features/streams/index.ts'
import { respondsWholeList } from '#http/envelope.ts'
import { countAsStream, openEventStream, respondEvents } from '#http/event-stream.ts'
import type { Routes } from '#http/routes.ts'
import { Change, ChangeStreamQuery, ChangesMeta, ChangesQuery } from './schemas.ts'
import { cursorIsGone, isOfTypes, listChanges, mayHear, parseTypes, tooManyWaits } from './service.ts'
import { createChangeSource, getLastKnownNumber, getReader } from './stream.ts'
import { ChangeTail } from './tail.ts'

const tags = ['Changes']

const about = `Every change of what you may see, in the order in which the changes were saved; administrators see those of all.
Counts in an object (such as \`enrolled_count\`) change without one. To keep a copy of everything: take a cursor with \`since=now\`,
read the lists, then follow from that cursor; at each change read the object at its \`url\`, and forget it if it is not there.
Changes are kept for 90 days; an older cursor is answered with 410.`

const aboutStream = `Server-sent events. Each is called \`change\`; its \`data\` is an item of \`GET /changes\`, its \`id\` that of the change.
Without \`Last-Event-ID\` the stream begins with what comes next, with it after the change it names. Lines that begin with a
colon keep the connection open. The stream ends when the access token does. A browser's EventSource opens it with \`?ticket=\`
from \`POST /notifications/stream-ticket\`.`

export const changeRoutes =
  (findValidTokens: FindValidTokens): Routes =>
  (app) => {
    let tail: ChangeTail | undefined
    let hub: Hub | undefined
    const stopping = new AbortController()
    function getTail(ctx: Context) {
      tail ??= new ChangeTail(createSystemContext(ctx))
      return tail
    }
    app.addHook('preClose', async () => {
      stopping.abort()
      await hub?.close()
      await tail?.close()
    })

    app.get('/changes', {
      config: { access: 'signed-in', scope: 'notifications:read', staysOpen: true },
      schema: {
        operationId: 'listChanges',
        summary: 'Follow changes',
        description: about,
        tags,
        querystring: ChangesQuery,
        response: respondsWholeList(Change, ChangesMeta, cursorIsGone, tooManyWaits),
      },
      handler({ ctx, query }, reply) {
        if (query.wait) countAsStream(reply)
        const left = new AbortController()
        reply.raw.once('close', () => left.abort())
        return listChanges(ctx, query, { tail: getTail(ctx), left: AbortSignal.any([stopping.signal, left.signal]) })
      },
    })

    app.get('/changes/stream', {
      // The handler checks access, because a ticket may replace a token.
      config: { access: 'public', scope: 'notifications:read', raw: true, staysOpen: true },
      exposeHeadRoute: false,
      schema: {
        operationId: 'followChanges',
        summary: 'Follow changes as a stream',
        description: aboutStream,
        tags,
        querystring: ChangeStreamQuery,
        response: respondEvents(unauthenticated, cursorIsGone, tooManyStreams),
      },
      async handler({ ctx, headers, query }, reply) {
        const types = parseTypes(query.types)
        const holder = await authenticateStream(ctx, query.ticket)
        const reader = await getReader(ctx, holder)
        const system = createSystemContext(ctx)
        hub ??= new Hub(system, createChangeSource(system, getTail(ctx), findValidTokens))
        await hub.waitUntilReady()
        const known = await getLastKnownNumber(ctx, parseEventId(headers['last-event-id']) ?? query.last_event_id)
        if (known === null) throw cursorIsGone
        ensure(hub.countStreams(holder.user_id) < maxStreams, tooManyStreams)
        const accepts = (type: string) => isOfTypes(type, types) && mayHear(reader, type)
        hub.add(openEventStream(reply), { ...holder, subject: reader.subject, known, accepts })
      },
    })
  }
