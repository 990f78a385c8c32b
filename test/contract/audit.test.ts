import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBody } from './samples.ts'
import { buildPath, type Route, selectPart, walk } from './walk.ts'

const { app, routes } = await walk()
/** Another administrator, because some of the requests end the sessions of theirs. */
const root = await app.given.user()
await (await app.given.admin()).put(`/admin/users/${root.id}/role`, { role: 'admin' })
const { paths } = JSON.parse((await app.anonymous.get('/openapi.json')).text) as {
  paths: Record<string, Record<string, { operationId: string }>>
}

const getAction = ({ method, url }: Route): string =>
  paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.operationId ?? `${method} ${url}`

/** An id that no object has. */
const nothing = '999999'

/** Reads by administrators that disclose nothing of a person. */
const impersonal = [
  'GET /admin/audit/head',
  'GET /admin/announcements',
  'GET /admin/announcements/:id',
  'GET /admin/figures',
  'GET /admin/revenue',
  'GET /admin/schedules',
  'GET /admin/search/aliases',
  'GET /admin/service',
  'GET /admin/tasks',
  'GET /admin/tasks/:id',
  'GET /admin/waiting',
  'GET /coupons',
]

/** Reads, also of other users, that disclose the data of a person to an administrator. */
const disclosing = [
  'GET /certificates',
  'GET /certificates/:id',
  'GET /certificates/:id/credential',
  'GET /certificates/:id/download',
  'GET /users/:id/transcript',
  'GET /users/:id/resume.json',
  'GET /users/:id/resume.pdf',
  'GET /courses/:id',
  'GET /courses/:id/lessons',
  'GET /courses/:id/lessons/:lesson_id',
  'GET /exam-attempts/:id',
  'GET /exam-attempts/:id/events',
  'GET /exam-attempts/:id/review',
  'GET /exams/:id',
  'GET /exams/:id/accommodations',
  'GET /exams/:id/attempts',
  'GET /exams/:id/questions',
  'GET /exams/:id/study-materials',
  'GET /job-applications/:id',
  'GET /job-applications/:id/resume',
  'GET /job-posts/:id',
  'GET /job-posts/:id/applicants',
  'GET /job-posts/:id/funnel',
  'GET /job-posts/:id/interviews',
  'GET /job-posts/:id/match',
  'GET /question-banks/:id',
  'GET /question-banks/:id/editors',
  'GET /question-banks/:id/questions',
  'GET /projects',
  'GET /projects/:id',
  'GET /projects/:id/collaborators',
  'GET /projects/:id/milestones',
  'GET /projects/:id/milestones/:milestone_id',
  'GET /projects/:id/versions',
  'GET /projects/:id/versions/latest',
  'GET /researchers',
  'GET /researchers/:id/team',
  'GET /researchers/details/:id',
  'GET /users',
  'GET /users/:id',
  'GET /users/:id/accommodations',
  'GET /users/:id/activity',
  'GET /users/:id/export',
]

const isForAdministrators = ({ access }: Route) => Array.isArray(access) && access.every((role) => role === 'admin')
const isAudited = (route: Route) =>
  (typeof route.access === 'object' ? route.access.includes('admin') : route.access !== 'public') &&
  (route.method !== 'GET' ||
    disclosing.includes(route.name) ||
    (isForAdministrators(route) && !impersonal.includes(route.name))) &&
  // It is called while the console is used.
  route.name !== 'PUT /admin/session'

async function countRows(action: string): Promise<number> {
  return (await root.get(`/admin/audit?action=${encodeURIComponent(action)}`)).meta.total
}

describe('the audit log', () => {
  const audited = routes.filter((route) => route.described && isAudited(route))

  it('is asked about every kind of route', () => {
    assert.ok(audited.length > 100)
    assert.deepEqual(
      [...impersonal, ...disclosing].filter((name) => !routes.some((route) => route.name === name)),
      [],
    )
  })

  for (const route of selectPart(audited))
    it(`has a row for ${route.name} by an administrator`, async () => {
      const admin = await app.given.admin()
      const action = getAction(route)
      const before = await countRows(action)
      const values = Object.fromEntries(Object.keys(route.parameters).map((name) => [name, nothing]))

      const sent = route.body === undefined ? {} : createBody(route.body)
      const { status, text } = await admin.send(route.method, buildPath(route, values), sent)

      assert.ok(status < 500, text)
      // Listing the log is an act itself.
      const more = action === 'listAudit' ? 2 : 1
      assert.equal((await countRows(action)) - before, more, `${status} ${text}`)
    })

  it('has no row for PUT /admin/session, which the console sends while it is used', async () => {
    const [admin, person] = [await app.given.admin(), await app.given.user()]

    const replies = [await admin.put('/admin/session'), await person.put('/admin/session')]

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 403],
    )
    assert.equal(await countRows('keepConsoleSession'), 0)
  })

  const refused = routes.filter((one) => one.described && isForAdministrators(one) && one.name !== 'PUT /admin/session')
  for (const route of selectPart(refused))
    it(`has a row for ${route.name} that is refused to a user`, async () => {
      const person = await app.given.user()

      const { status } = await person.send(route.method, buildPath(route))

      assert.equal(status, 403)
      const { data } = await root.get(`/admin/audit?actor_id=${person.id}`)
      assert.deepEqual(
        data.map(({ action, outcome }: { action: string; outcome: string }) => [action, outcome]),
        [[getAction(route), 'refused']],
      )
    })
})
