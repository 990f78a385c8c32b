import { html, isolateDirections } from '#core/html.ts'
import type { Page } from '#core/page.ts'
import { formatCountry } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { defineForm, listFieldNames } from '#pages/form-declaration.ts'
import { renderFilters } from '#pages/hosted/form-inputs.ts'
import { renderEmpty } from '#pages/hosted/pages.ts'
import { renderLogo } from '#pages/logos.ts'
import { renderPublicList, toFilters } from '#pages/public-list.ts'
import type { Site } from '#pages/public-page.ts'
import type { Writer } from '#pages/writer.ts'
import { type Company, CompanyQuery } from './schemas.ts'

/** Returns what a company is in a few words. */
export const listFacts = ({ wording }: Pick<Writer, 'wording'>, { industry, country }: Company): string[] =>
  [industry, country === '' ? '' : formatCountry(country, wording)].filter((fact) => fact !== '')

const renderCompany = (writer: Writer, base: string, company: Company) =>
  html`<li class="pictured">${renderLogo(writer, company)}
<div><h2><a href="${base}/companies/${company.id}"><bdi>${company.name}</bdi></a>${
    company.verified && html` <span class="tag">${writer.write('Verified')}</span>`
  }</h2>
<p class="soft">${isolateDirections(listFacts(writer, company), ' · ')}</p></div></li>
`

const sortNames = {
  '': 'Best first',
  recent: 'Newest first',
  name: 'By name',
} as const satisfies Record<string, PlainTemplate>

const companyFilters = defineForm('GET /companies', {
  groups: ['search', 'verified', 'sort'],
  widgets: {
    search: { label: 'Search' },
    verified: { label: 'Verified companies only' },
    sort: { label: 'Order', choices: sortNames },
  },
  leftOut: { mine: 'A visitor without an account has none.' },
})

/** Renders a page of the companies. */
export function renderCompanies(writer: Writer, site: Site, query: object, found: Page<Company>): string {
  const { write } = writer
  const { rows, total, page, limit, extra } = found
  const filters = toFilters(query, listFieldNames(companyFilters))
  return renderPublicList(writer, site, {
    path: '/companies',
    description: write('Companies that hire at {organization}.', { organization: { verbatim: site.organizationName } }),
    form: renderFilters(writer, companyFilters, CompanyQuery, { values: filters }),
    filters,
    content:
      rows.length === 0
        ? renderEmpty({ base: site.basePath, writer }, 'No company fits. Try other words or fewer filters.')
        : html`<ul class="rows">${rows.map((company) => renderCompany(writer, site.basePath, company))}</ul>`,
    items: rows.map(({ id, name }) => ({ name, path: `/companies/${id}` })),
    total,
    page,
    limit,
    extra,
  })
}
