/** Pages of jobs: the list of open posts, and one post with the form to apply. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import { acceptForms } from '#http/forms.ts'
import type { App } from '#http/routes.ts'
import type { JobPost } from '../contract.ts'
import type { Failure } from './api.ts'
import { buildApplication, readApplicationErrors, renderApplyForm } from './applying.ts'
import { jobFilters, renderJobFilters, renderJobPost, renderJobPosts } from './jobs.ts'
import { showFailure } from './object-routes.ts'
import { renderAlert } from './pages.ts'
import { readFilters, readPage, renderPages } from './paging.ts'
import { renderSaveSearch } from './saved-searches.ts'
import { receiveUpload } from './uploads.ts'
import { type CreateVisit, get, getId, raw, send, sendListPage, type Visit } from './visit.ts'

export function registerJobPages(app: App, visit: CreateVisit, config: Config) {
  registerJobList(app, visit, config)
  registerJobPost(app, visit)
  void app.register(async (scope: App) => {
    await acceptForms(scope)
    registerApplying(scope, visit, config)
  })
}

function registerJobList(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/jobs', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    const filters = readFilters(request, jobFilters)
    const page = readPage(request)
    const posts = await get(here, 'GET /job-posts', { ...filters, status: 'open', page })
    const form = (errors: Failure['errors']) => renderJobFilters({ writer, values: filters, errors })
    if (posts.ok)
      return sendListPage(here, 'Jobs', [
        form({}),
        renderJobPosts(writer, posts.data, base),
        hasFilter(filters) && renderSaveSearch(writer, filters, base),
        renderPages(writer, { page, lastPage: posts.meta.last_page, filters }),
      ])
    if (posts.status !== 422) return showFailure(here, posts)
    return sendListPage(here, 'Jobs', [renderAlert(posts), form(posts.errors)], 422)
  })
}

/** A search of everything, in another order, is not worth a mail. */
const hasFilter = ({ sort: _, ...filters }: Readonly<Record<string, string>>) => Object.keys(filters).length > 0

/** Reads what the page of a post shows. */
async function readJobPost(visit: Visit, id: string) {
  const [me, post, match] = await Promise.all([
    get(visit, 'GET /auth/me'),
    get(visit, 'GET /job-posts/{id}', { id }),
    get(visit, 'GET /job-posts/{id}/match', { id }),
  ])
  if (!me.ok) return me
  if (!post.ok) return post
  return { ok: true, me: me.data, post: post.data, requirements: match.ok ? match.data.requirements : [] } as const
}

type ReadPost = Extract<Awaited<ReturnType<typeof readJobPost>>, { ok: true }>

/** Returns the path of the visitor's own application. */
async function findApplication(visit: Visit, postId: number): Promise<string> {
  for (let page = 1; ; page++) {
    const listed = await get(visit, 'GET /job-applications', { limit: maxLimit, page })
    if (!listed.ok) return '/app/applications'
    const own = listed.data.find(({ job_post_id }) => job_post_id === postId)
    if (own !== undefined) return `/app/job-applications/${own.id}`
    if (listed.data.length < maxLimit) return '/app/applications'
  }
}

/** Renders the post, and below it the form, or why there is none. */
async function renderPost(
  visit: Visit,
  read: ReadPost,
  entered?: { values: Record<string, string>; failure: Failure },
) {
  const { base, writer } = visit.frame
  const { me, post, requirements } = read
  const content = renderJobPost(writer, post, requirements, base)
  if (post.applied)
    return [
      content,
      html`<p class="alert">${writer.write('You have applied.')} <a href="${base}${await findApplication(visit, post.id)}">${writer.write('Show my application')}</a></p>`,
    ]
  const now = visit.request.ctx.clock.now()
  const isOpen = post.status === 'open' && (post.deadline === null || post.deadline > now)
  if (post.recruiter.id === me.id)
    return [
      content,
      html`<p><a href="${base}/app/job-posts/${post.id}/applicants">${writer.write('Applicants')}</a></p>`,
    ]
  if (!isOpen) return [content, html`<p class="alert">${writer.write('This job takes no more applications.')}</p>`]
  return [content, renderApplyForm(writer, { me, post, requirements, entered })]
}

function registerJobPost(app: App, visit: CreateVisit) {
  app.get('/app/job-posts/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const read = await readJobPost(here, getId(request))
    if (!read.ok) return showFailure(here, read)
    return sendListPage(here, { verbatim: read.post.title }, await renderPost(here, read))
  })
}

const mostBytes = 10 * 1024 * 1024
const resume = { mostBytes, tooLarge: 'The resume may not be larger than 10 MB.' } as const

function registerApplying(app: App, visit: CreateVisit, config: Config) {
  app.post('/app/job-posts/:id', { config: { ...raw, limit: 'upload' } }, async (request, reply) => {
    const here = visit(request, reply)
    return receiveUpload(here, { resume }, async (form) => {
      const read = await readJobPost(here, getId(request))
      if (!read.ok) return showFailure(here, read)
      const answer = form.ok ? await submit(here, read.post, form) : form
      if (answer.ok) return reply.redirect(`${config.basePath}/app/job-applications/${answer.data.id}`, 303)
      if (answer.status === 401) return showFailure(here, answer)
      const failure = readApplicationErrors(answer, read.post)
      const content = await renderPost(here, read, { values: form.ok ? form.values : {}, failure })
      return sendListPage(here, { verbatim: read.post.title }, content, answer.status)
    })
  })
}

const submit = (here: Visit, post: JobPost, form: Parameters<typeof buildApplication>[1]) =>
  send(here, 'POST /job-applications', {}, buildApplication(post, form))
