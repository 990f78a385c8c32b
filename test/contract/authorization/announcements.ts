/** Authorization of announcements, which administrators send to all people with a role. */

import { randomUUID } from 'node:crypto'
import { byRole, type Relation, type Table } from './matrix.ts'
import type { TestObjects } from './world.ts'

const createDraft = () => ({
  title: 'Maintenance',
  message: `On Sunday at noon: ${randomUUID()}`,
  roles: ['admin'],
  channels: ['notification'],
})

/** Canceled already, because what the background sends would be told during a later request. */
const withCanceled = async ({ who, ids }: Relation, { admin }: TestObjects): Promise<Relation> => {
  const { data } = await admin.post('/admin/announcements', createDraft())
  await admin.post(`/admin/announcements/${data.id}/cancel`, {})
  return { who, ids: { ...ids, id: data.id } }
}

export const announcements: Table[] = [
  {
    name: 'announcements',
    scene: byRole,
    questions: [
      { asks: 'GET /admin/announcements' },
      { asks: 'GET /admin/announcements/{id}', first: withCanceled },
      { asks: 'POST /admin/announcements/preview', body: createDraft },
      {
        asks: 'POST /admin/announcements',
        body: createDraft,
        undo: ({ id }, _, { admin }) => admin.post(`/admin/announcements/${id}/cancel`, {}),
      },
      { asks: 'POST /admin/announcements/{id}/cancel', body: {}, first: withCanceled },
    ],
  },
]
