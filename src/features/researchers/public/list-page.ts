import { html, isolateDirections } from '#core/html.ts'
import type { Page } from '#core/page.ts'
import { defineForm, listFieldNames } from '#pages/form-declaration.ts'
import { renderFilters } from '#pages/hosted/form-inputs.ts'
import { renderEmpty } from '#pages/hosted/pages.ts'
import { renderPublicList, toFilters } from '#pages/public-list.ts'
import type { Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import { type ResearcherCard, ResearcherQuery } from '../profiles/schemas.ts'

/** Returns where the person works. */
export const listFacts = ({ institution, location }: ResearcherCard): string[] =>
  [institution, location].filter((fact) => fact !== '')

const renderPerson = (base: string, person: ResearcherCard) =>
  html`<li><h2><a href="${base}/people/${person.id}"><bdi>${person.user.name}</bdi></a></h2>
${person.headline !== '' && html`<p dir="auto">${person.headline}</p>\n`}<p class="soft">${isolateDirections(listFacts(person), ' · ')}</p></li>
`

const peopleFilters = defineForm('GET /researchers', {
  groups: ['search'],
  widgets: { search: { label: 'Name, field, skill or place' } },
  leftOut: 'The words find it too.',
})

/** Renders a page of the people who have chosen a public page. */
export function renderPeople(writer: Writer, site: Site, query: object, found: Page<ResearcherCard>): string {
  const { write } = writer
  const { rows, total, page, limit } = found
  const filters = toFilters(query, listFieldNames(peopleFilters))
  const nobody = 'Nobody fits. Try other words. People are listed here when they choose a public page.'
  return renderPublicList(writer, site, {
    path: '/people',
    description: write('Researchers at {organization} with a public page.', {
      organization: { verbatim: site.organizationName },
    }),
    form: renderFilters(writer, peopleFilters, ResearcherQuery, { values: filters }),
    filters,
    content:
      rows.length === 0
        ? renderEmpty({ base: site.basePath, writer }, nobody)
        : html`<ul class="rows">${rows.map((person) => renderPerson(site.basePath, person))}</ul>`,
    items: rows.map(({ id, user }) => ({ name: user.name, path: `/people/${id}` })),
    total,
    page,
    limit,
  })
}
