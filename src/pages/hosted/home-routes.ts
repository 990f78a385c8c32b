/** The first page of a person: what waits for them, and all places of the site. */

import type { Config } from '#config.ts'
import { type Fragment, type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { formatDateTime } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Failure, Success } from './api.ts'
import { renderPlaces } from './navigation.ts'
import { showFailure } from './object-routes.ts'
import { type CreateVisit, get, raw, sendListPage, type Visit } from './visit.ts'

/** The most of a kind that the first page names; the lists have the others. */
const most = 3

interface Reminder {
  kind: PlainTemplate
  /** Without the base path. */
  path: string
  title: string
  state: string
}

const listRows = <R>(answer: Success<R[], unknown> | Failure): R[] => (answer.ok ? answer.data : [])

/** Reads what a person has to answer, to keep or to go on with. What cannot be read is left out. */
async function readWaiting(here: Visit, timezone: string): Promise<Reminder[]> {
  const { write, wording } = here.frame.writer
  const [attempts, interviews, invitations, enrollments] = await Promise.all([
    get(here, 'GET /exam-attempts', { status: 'in_progress', limit: most }),
    get(here, 'GET /interviews', { upcoming: true, limit: most }),
    get(here, 'GET /company-invitations', { limit: most }),
    get(here, 'GET /courses/enrolled', { status: 'active', limit: most }),
  ])
  return [
    ...listRows(attempts).map(({ id, exam }) => ({
      kind: 'Exam' as const,
      path: `/app/exam-attempts/${id}`,
      title: exam.title,
      state: write('In progress'),
    })),
    ...listRows(interviews).map(({ application_id, job_post, starts_at }) => ({
      kind: 'Interview' as const,
      path: `/app/job-applications/${application_id}`,
      title: job_post.title,
      state: formatDateTime(starts_at, timezone, wording),
    })),
    ...listRows(invitations).map(({ company }) => ({
      kind: 'Invitation' as const,
      path: '/app/company-invitations',
      title: company.name,
      state: '',
    })),
    ...listRows(enrollments).map(({ course, progress }) => ({
      kind: 'Course' as const,
      path: `/app/courses/${course.id}`,
      title: course.title,
      state: write('{percent} %', { percent: progress }),
    })),
  ]
}

function renderWaiting({ base, writer: { write } }: Visit['frame'], waiting: readonly Reminder[]): Html | null {
  if (waiting.length === 0) return null
  return html`<section class="card"><h2>${write('What waits for me')}</h2>
<ul class="plain">${waiting.map(
    ({ kind, path, title, state }) =>
      html`<li><span><span class="soft">${write(kind)}</span> · <a href="${base}${path}"><bdi>${title}</bdi></a></span> <span class="soft">${state}</span></li>
`,
  )}</ul></section>`
}

function renderGreeting({ base, writer }: Visit['frame'], name: string, unread: number): Fragment {
  const news =
    unread > 0 &&
    html` <a href="${base}/app/notifications">${writer.write('New notifications: {count}', { count: String(unread) })}</a>`
  return html`<p class="lede">${writer.writeHtml('Hello {name}.', { name })}${news}</p>`
}

export function registerHomePage(app: App, visit: CreateVisit, config: Config) {
  app.get('/app', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { frame } = here
    const me = await get(here, 'GET /auth/me')
    if (!me.ok) return showFailure(here, me)
    const [unread, waiting] = await Promise.all([
      get(here, 'GET /notifications/unread-count'),
      readWaiting(here, me.data.timezone ?? config.timezone),
    ])
    if (!unread.ok) return showFailure(here, unread)
    return sendListPage(here, 'My account', [
      renderGreeting(frame, me.data.name, unread.data.count),
      renderWaiting(frame, waiting),
      renderPlaces(frame.writer, frame.base),
    ])
  })
}
