/** Pages of jobs: the list of open posts, and one post with the form to apply. */

import type { Config } from '#config.ts'
import { type Fragment, html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import { acceptForms } from '#http/forms.ts'
import type { App } from '#http/routes.ts'
import type { JobPost } from '../contract.ts'
import { application, buildAnswers, readApplicationErrors, renderApplyForm } from './application-form.ts'
import { sendFilteredList } from './filters.ts'
import { jobFilters, renderJobPost, renderJobPosts } from './jobs.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, refuseForm, sendOperationForm } from './operation-forms.ts'
import { toOutcome } from './pages.ts'
import { listLogoSources } from './picture-sources.ts'
import { renderSaveSearch } from './saved-searches.ts'
import { receiveUpload, type Upload } from './uploads.ts'
import { type CreateVisit, get, getId, raw, sendMediaPage, type Visit } from './visit.ts'

export function registerJobPages(app: App, visit: CreateVisit, config: Config) {
  registerJobList(app, visit, config)
  registerJobPost(app, visit)
  void app.register(async (scope: App) => {
    await acceptForms(scope)
    registerApplying(scope, visit, config)
  })
}

function registerJobList(app: App, visit: CreateVisit, config: Config) {
  const { basePath: base } = config
  app.get('/app/jobs', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer } = here.frame
    return sendFilteredList(here, jobFilters, {
      heading: 'Jobs',
      sources: listLogoSources(config),
      read: (filters, page) => get(here, 'GET /job-posts', { ...filters, status: 'open', page }),
      render: (posts, filters) => [
        renderJobPosts(writer, { posts, path: `${base}/app/job-posts` }),
        hasFilter(filters) && renderSaveSearch(here, filters),
      ],
    })
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
async function renderPost(visit: Visit, read: ReadPost, refused?: RefusedForm) {
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
  return [content, renderApplyForm(visit, { me, post, requirements, refused })]
}

const sendPost = (here: Visit, { post }: ReadPost, content: Fragment, status = 200) =>
  sendMediaPage(here, {
    heading: { verbatim: post.title },
    content,
    sources: listLogoSources(here.request.ctx.config),
    status,
  })

function registerJobPost(app: App, visit: CreateVisit) {
  app.get('/app/job-posts/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const read = await readJobPost(here, getId(request))
    if (!read.ok) return showFailure(here, read)
    return sendPost(here, read, await renderPost(here, read))
  })
}

const maxBytes = 10 * 1024 * 1024
const resume = { maxBytes, tooLarge: 'The resume may not be larger than 10 MB.' } as const

function registerApplying(app: App, visit: CreateVisit, config: Config) {
  app.post('/app/job-posts/:id', { config: { ...raw, limit: 'upload' } }, async (request, reply) => {
    const here = visit(request, reply)
    return receiveUpload(here, { resume }, async (form) => {
      const read = await readJobPost(here, getId(request))
      if (!read.ok) return showFailure(here, read)
      const sent = form.ok ? await submit(here, read.post, form) : refuseForm(here, application, form)
      if (sent.ok)
        return reply.redirect(toOutcome(`${config.basePath}/app/job-applications/${sent.data.id}`, 'applied'), 303)
      const refused = readApplicationErrors(sent, read.post)
      return sendPost(here, read, await renderPost(here, read, refused), refused.status)
    })
  })
}

const submit = (here: Visit, post: JobPost, { values, files }: Upload) =>
  sendOperationForm(here, application, { parameters: {}, further: buildAnswers(post, values), files })
