/** What the change feed tells of each request of the matrix, and to whom. */

import assert from 'node:assert/strict'
import type { Asker, TestObjects } from './world.ts'

/** Kinds whose address answers exactly those who may see the object. */
const readable = new Set([
  'job_post',
  'job_application',
  'course',
  'exam',
  'exam_attempt',
  'project',
  'milestone',
  'researcher',
])

/** What changes is the work of a task, which may or may not have run. */
const later = new Set(['POST /admin/payments/{id}/refund'])

/** The same of tasks that the tests can wait for. */
const inBackground = new Set([
  'POST /exams/{id}/grades/release',
  'POST /exams/{id}/regrade',
  'POST /admin/refunds/{id}/retry',
])

interface Change {
  type: string
  object: { kind: string; url: string }
}

/** What changes is for those who judge an application, or who manage a roster; others who can read the object are not told. */
const forSomeReaders = new Set([
  'POST /job-posts/{id}/reviewers',
  'DELETE /job-posts/{id}/reviewers/{reviewer_id}',
  'POST /job-applications/{id}/scorecards',
  'PUT /job-applications/{id}/scorecards/{scorecard_id}',
  'POST /courses/{id}/roster',
  'DELETE /courses/{id}/roster',
  'POST /exams/{id}/roster',
  'DELETE /exams/{id}/roster',
  'POST /job-posts/{id}/applicants/bulk',
  'POST /job-posts/{id}/applicants/bulk/{bulk_id}/undo',
  'POST /job-applications/{id}/messages',
  'PUT /job-applications/{id}/tags',
  'POST /job-applications/{id}/notes',
  'PUT /job-applications/{id}/notes/{note_id}',
  'DELETE /job-applications/{id}/notes/{note_id}',
])

/** The types of changes by the request that causes them, like `POST /projects`. */
export const toldTypes = new Map<string, Set<string>>()

const read = async (who: Asker, since: string): Promise<Change[]> =>
  (await who.get(`/changes?since=${since}&limit=100`)).data

/** Returns a function that checks what the feed tells of the requests since then. */
export async function watchChanges(world: TestObjects, asks: string): Promise<() => Promise<void>> {
  const { admin } = world
  const { next } = (await admin.get('/changes?since=now')).meta
  return async () => {
    if (inBackground.has(asks)) await world.app.settle()
    const changes = await read(admin, next)
    const types = toldTypes.get(asks) ?? new Set()
    toldTypes.set(asks, types)
    if (!later.has(asks)) for (const { type } of changes) types.add(type)
    const seen = changes.filter(({ object }) => readable.has(object.kind))
    const mayMiss = forSomeReaders.has(asks)
    if (seen.length > 0)
      for (const viewer of await world.createCast('strangers')) await compare(viewer, { since: next, mayMiss }, seen)
  }
}

interface Watched {
  since: string
  /** Whether a reader may not be told. */
  mayMiss: boolean
}

/** A viewer is told of an object exactly if it can be read, or could before. */
async function compare(viewer: Asker, { since, mayMiss }: Watched, changes: readonly Change[]) {
  const told = new Map((await read(viewer, since)).map((change) => [change.object.url, change.type]))
  for (const { object } of changes) {
    const { status } = await viewer.get(new URL(object.url).pathname)
    const type = told.get(object.url)
    const expected =
      status === 200
        ? (type === undefined && mayMiss) || (type !== undefined && !type.endsWith('deleted'))
        : (type ?? 'deleted').endsWith('deleted')
    assert.ok(expected, `${viewer.role} is told ${type} of ${object.url}, which answers ${status}.`)
  }
}
