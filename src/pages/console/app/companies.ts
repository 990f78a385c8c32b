/** Companies: the list, and one of them, which administrators verify. */

import type { VNode } from 'preact'
import type { Company } from '#pages/contract.ts'
import { go, html, Link, readData, Time, useLoaded, write } from './kit.ts'
import { renderList } from './list.ts'
import { Facts, renderAct, Show } from './parts.ts'

const nameVerified = (company: Company) => (company.verified ? write('Verified') : write('Not verified'))

export const Companies = (): VNode => html`<h1>${write('Companies')}</h1>
${renderList({
  operation: 'GET /companies',
  label: write('Companies'),
  open: ({ id }: Company) => `/companies/${id}`,
  empty: write('Nothing matches.'),
  filters: [
    { name: 'search', label: write('Name') },
    {
      name: 'verified',
      label: write('State'),
      options: [
        ['false', write('Not verified')],
        ['true', write('Verified')],
      ],
    },
    { name: 'sort', label: write('Order'), none: write('Newest first'), options: [['name', write('By name')]] },
  ],
  columns: [
    {
      name: write('Name'),
      show: (row: Company) => html`<${Link} to=${`/companies/${row.id}`}><bdi>${row.name}</bdi><//>`,
    },
    { name: write('Website'), show: (row: Company) => html`<bdi>${row.website}</bdi>` },
    { name: write('Country'), show: (row: Company) => row.country },
    { name: write('State'), show: nameVerified },
    { name: write('Since'), show: (row: Company) => html`<${Time} at=${row.created_at} />` },
  ],
})}`

export function CompanyPage({ id, tell }: { id: string; tell: (message: string) => void }): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /companies/{id}', { id }), id)
  const done = (message: string) => {
    tell(message)
    reload()
  }
  return html`<p><${Link} to="/companies">${write('Companies')}<//></p><${Show} whole loaded=${loaded}>${(
    company: Company,
  ) => html`
<h1><bdi>${company.name}</bdi></h1>
<${Facts} rows=${listFacts(company)} />
<p class="text"><bdi>${company.description}</bdi></p>
<div class="buttons">
${renderAct({ label: company.verified ? write('Withdraw the verification') : write('Verify the company'), explain: write('A verified company is marked on its page and in lists.'), operation: `POST /companies/{id}/${company.verified ? 'unverify' : 'verify'}`, parameters: { id }, done })}
${renderAct({
  label: write('Delete the company'),
  tone: 'bad',
  explain: write(
    'Its members leave, its job posts are closed, and what it has written about itself is erased for good.',
  ),
  operation: 'DELETE /companies/{id}',
  parameters: { id },
  done: (message: string) => {
    tell(message)
    go('/companies')
  },
})}
</div>`}<//>`
}

const listFacts = (company: Company): [string, unknown][] => [
  [write('Id'), company.id],
  [write('State'), nameVerified(company)],
  [write('Website'), html`<bdi>${company.website}</bdi>`],
  [write('Country'), company.country],
  [write('Size'), company.size],
  [write('Industry'), html`<bdi>${company.industry}</bdi>`],
  [write('Since'), html`<${Time} at=${company.created_at} />`],
]
