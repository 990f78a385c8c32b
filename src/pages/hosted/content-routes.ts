/** The page of a job post, which other pages and mails lead to. */

import { type Html, html } from '#core/html.ts'
import { maxLimit } from '#core/page.ts'
import type { App } from '#http/routes.ts'
import type { Writer } from '../writer.ts'
import { showFailure } from './object-routes.ts'
import { type CreateVisit, getId, raw, sendPage } from './visit.ts'

interface JobPost {
  title: string
  company: string
  location: string
  description: string
  applied: boolean
}

interface Application {
  id: number
  job_post: { id: number }
}

const renderText = (text: string): Html => html`<p class="text" dir="auto">${text}</p>`

function renderJobPost({ write }: Writer, post: JobPost, applicationUrl: string | null): Html {
  const place = [post.company, post.location].filter((part) => part !== '').join(' · ')
  return html`<section class="card">
<h2><bdi>${post.title}</bdi></h2>
<p class="soft"><bdi>${place}</bdi></p>
${renderText(post.description)}
</section>
${
  applicationUrl === null
    ? html`<p>${write('Applications are sent with a program that uses this service.')}</p>`
    : html`<p><a href="${applicationUrl}">${write('My applications')}</a></p>`
}`
}

export function registerJobPostPage(app: App, visit: CreateVisit, { basePath }: { basePath: string }) {
  app.get('/app/job-posts/:id', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const id = getId(request)
    const [post, applications] = await Promise.all([
      here.call<JobPost>({ method: 'GET', path: `/job-posts/${id}` }),
      here.call<Application[]>({ method: 'GET', path: `/job-applications?limit=${maxLimit}` }),
    ])
    if (!post.ok) return showFailure(here, post)
    if (!applications.ok) return showFailure(here, applications)
    const own = applications.data.find(({ job_post }) => job_post.id === Number(id))
    const newest = own === undefined ? `${basePath}/app` : `${basePath}/app/job-applications/${own.id}`
    return sendPage(here, 'Job post', renderJobPost(here.frame.writer, post.data, post.data.applied ? newest : null))
  })
}
