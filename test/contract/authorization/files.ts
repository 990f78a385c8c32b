/** Authorization of notifications and files: every user has access to their own only. */

import { randomBytes } from 'node:crypto'
import { createForm } from '#test/support/forms.ts'
import { collaborator, content, project } from '#test/support/projects.ts'
import { all, byRole, type Ids, lists, type Relation, type Scene, type Table } from './matrix.ts'
import type { Asker, TestObjects } from './world.ts'

/** The objects of each user of a cast, and those of one more user, about which the others ask. */
async function createOwned(
  { nobody, admin, createCast: cast, newcomer }: TestObjects,
  own: (who: Asker) => Promise<Ids>,
): Promise<Scene> {
  const owners: Relation[] = []
  for (const who of await cast('owners')) owners.push({ who, ids: await own(who) })
  const ids = await own(await newcomer('learner'))
  return {
    'no token': all([nobody], ids),
    stranger: all(await cast('strangers'), ids),
    owner: owners,
    administrator: all([admin], ids),
  }
}

/** Notified of being added to a project. */
const told = (world: TestObjects) =>
  createOwned(world, async (who) => {
    await collaborator(world.admin, (await project(world.admin)).id, who)
    const [notification] = (await who.get('/notifications')).data
    return { id: notification.id }
  })

const makeWebhook = (world: TestObjects) =>
  createOwned(world, async (who) => {
    const webhook = (await who.post('/webhooks', { url: 'http://127.0.0.1:9/', types: ['plan'] })).data
    const delivery = (await who.post(`/webhooks/${webhook.id}/test`)).data
    return { id: webhook.id, delivery_id: delivery.id }
  })

const text = () => content('maize', 'notes.txt')

function chunk(uploadId: string) {
  return createForm({
    chunkIndex: '0',
    totalChunks: '1',
    fileName: 'notes.txt',
    fileSize: '5',
    uploadId,
    chunk: text(),
  })
}

const uploadFile = (world: TestObjects) =>
  createOwned(world, async (who) => {
    const { data } = await who.send('POST', '/upload', {
      body: createForm({ type: 'document', file: text() }),
    })
    const upload_id = randomBytes(6).toString('hex')
    await who.send('POST', '/upload/chunk', { body: chunk(upload_id) })
    return { id: data.file.id, upload_id }
  })

const withTicket = async ({ who, ids }: Relation, { admin }: TestObjects): Promise<Relation> => ({
  who,
  ids: { ...ids, ticket: (await admin.post('/notifications/stream-ticket')).data.ticket },
})

export const notifications: Table[] = [
  {
    name: 'notifications',
    scene: byRole,
    questions: [
      { asks: 'PUT /notifications/read-all' },
      { asks: 'GET /notifications/unread-count' },
      { asks: 'GET /notifications/preferences' },
      { asks: 'PUT /notifications/preferences', body: { course_update: { email: false } } },
      { asks: 'POST /notifications/stream-ticket' },
      { asks: 'POST /calendar' },
      { asks: 'DELETE /calendar' },
      { asks: 'GET /changes' },
      { asks: 'GET /changes/stream' },
      {
        asks: 'GET /changes/stream',
        part: 'with a ticket',
        query: ({ ticket }) => `?ticket=${ticket}`,
        first: withTicket,
      },
      { asks: 'GET /notifications/stream' },
      {
        asks: 'GET /notifications/stream',
        part: 'with a ticket',
        query: ({ ticket }) => `?ticket=${ticket}`,
        first: withTicket,
      },
    ],
  },
  {
    name: 'a notification',
    scene: told,
    questions: [
      { asks: 'GET /notifications', query: '?limit=100', shows: lists },
      { asks: 'PUT /notifications/{id}/read' },
      { asks: 'DELETE /notifications/{id}', turn: 1 },
    ],
  },
  {
    name: 'webhooks',
    scene: byRole,
    questions: [{ asks: 'POST /webhooks', body: { url: 'http://127.0.0.1:9/', types: ['plan'] } }],
  },
  {
    name: 'a webhook',
    scene: makeWebhook,
    questions: [
      { asks: 'GET /webhooks', query: '?limit=100', shows: lists },
      { asks: 'GET /webhooks/{id}/deliveries' },
      { asks: 'PUT /webhooks/{id}', body: { description: 'Sync' } },
      { asks: 'POST /webhooks/{id}/test' },
      { asks: 'POST /webhooks/{id}/rotate-secret' },
      // It waits already.
      { asks: 'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver' },
      { asks: 'DELETE /webhooks/{id}', turn: 1 },
    ],
  },
]

export const files: Table[] = [
  {
    name: 'files',
    scene: byRole,
    questions: [
      { asks: 'POST /upload', form: () => createForm({ type: 'document', file: text() }) },
      { asks: 'POST /upload/chunk', form: () => chunk('mine') },
    ],
  },
  {
    name: 'a file',
    scene: uploadFile,
    questions: [
      { asks: 'GET /files', query: '?limit=100', shows: lists },
      { asks: 'DELETE /files/{id}', turn: 1 },
      { asks: 'GET /upload/chunk/{upload_id}' },
      {
        asks: 'POST /upload/chunk/complete',
        body: ({ ids: { upload_id } }) => ({ upload_id, file_type: 'document' }),
        turn: 1,
      },
    ],
  },
]
