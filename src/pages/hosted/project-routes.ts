/** The page with the projects that a visitor may see. */

import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Project } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { sendFilteredList } from './filters.ts'
import { describeProjectStatus, projectStatusLabels } from './objects.ts'
import { renderEmpty } from './pages.ts'
import { type CreateVisit, get, raw } from './visit.ts'

const projectFilters = defineForm('GET /projects', {
  groups: ['search', 'status', 'mine'],
  widgets: {
    search: { label: 'Words of the title or text' },
    status: { label: 'State', choices: projectStatusLabels },
    mine: { label: 'Only my own' },
  },
  leftOut: { field: 'The words find it too.', sort: 'The best match or the newest comes first.' },
})

function renderProjects(writer: Writer, projects: readonly Project[], base: string): Html {
  const { write } = writer
  if (projects.length === 0) return renderEmpty({ base, writer }, 'There are none yet.')
  return html`<ul class="rows">${projects.map(
    ({ id, title, status, field, owner, progress }) =>
      html`<li><h2><a href="${base}/app/projects/${id}"><bdi>${title}</bdi></a> <span class="tag">${describeProjectStatus(write, status)}</span></h2>
<p class="soft"><bdi>${owner.name}</bdi>${field !== '' && html` · <bdi>${field}</bdi>`} · ${write('{percent} %', { percent: progress })}</p></li>
`,
  )}</ul>`
}

export function registerProjectList(app: App, visit: CreateVisit, { basePath: base }: Config) {
  app.get('/app/projects', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    return sendFilteredList(here, projectFilters, {
      heading: 'Projects',
      read: (filters, page) => get(here, 'GET /projects', { ...filters, page }),
      render: (projects) => renderProjects(here.frame.writer, projects, base),
    })
  })
}
