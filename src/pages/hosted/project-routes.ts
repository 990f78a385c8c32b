/** The page with the projects that a visitor may see. */

import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Project } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { type FormState, listChoices, renderCheckbox, renderSelect, renderTextField } from './fields.ts'
import { showFailure } from './object-routes.ts'
import { describeProjectStatus, projectStatusLabels } from './objects.ts'
import { renderAlert, renderEmpty } from './pages.ts'
import { readFilters, readPage, renderPages } from './paging.ts'
import { type CreateVisit, get, raw, sendListPage } from './visit.ts'

const projectFilters = ['search', 'status', 'mine'] as const

function renderFilters(state: FormState): Html {
  const { writer } = state
  const all = { value: '', text: writer.write('Any') }
  return html`<form class="filters" method="get" role="search">
${renderTextField(state, { name: 'search', label: 'Words of the title or text', type: 'search', most: 200 })}
${renderSelect(state, { name: 'status', label: 'State', choices: [all, ...listChoices(writer, projectStatusLabels)] })}
${renderCheckbox(state, { name: 'mine', label: 'Only my own' })}
<button>${writer.write('Search')}</button>
</form>`
}

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
    const { writer } = here.frame
    const filters = readFilters(request, projectFilters)
    const page = readPage(request)
    const projects = await get(here, 'GET /projects', { ...filters, page })
    if (projects.ok)
      return sendListPage(here, 'Projects', [
        renderFilters({ writer, values: filters, errors: {} }),
        renderProjects(writer, projects.data, base),
        renderPages(writer, { page, lastPage: projects.meta.last_page, filters }),
      ])
    if (projects.status !== 422) return showFailure(here, projects)
    const form = renderFilters({ writer, values: filters, errors: projects.errors })
    return sendListPage(here, 'Projects', [renderAlert(projects), form], 422)
  })
}
