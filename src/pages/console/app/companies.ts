/** Companies: the list, and one of them, which administrators verify. */

import type { VNode } from 'preact'
import type { Company } from '#pages/contract.ts'
import { ContentParts } from './content-parts.ts'
import { go, html, Link, readData, Time, useLoaded, write } from './kit.ts'
import { renderList } from './list.ts'
import { Decision } from './moderation.ts'
import { Badge, createDone, Facts, renderAct, Show, type Tell } from './parts.ts'

const nameVerified = (company: Company) => (company.verified ? write('Verified') : write('Not verified'))

export const Companies = (): VNode => html`<h1>${write('Companies')}</h1>
${renderList({
  operation: 'GET /companies',
  label: write('Companies'),
  open: ({ id }: Company) => `/companies/${id}`,
  empty: write('Nothing matches.'),
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

export function CompanyPage({ id, tell }: { id: string; tell: Tell }): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /companies/{id}', { id }), id)
  const done = createDone(tell, reload)
  return html`<p><${Link} to="/companies">${write('Companies')}<//></p><${Show} whole loaded=${loaded}>${(
    company: Company,
  ) => html`
<h1><bdi>${company.name}</bdi> ${company.hidden_at !== null && html`<${Badge} state="hidden" />`}</h1>
<${Facts} rows=${[[write('Id'), company.id], [write('Since'), html`<${Time} at=${company.created_at} />`]]} />
<${ContentParts} kind="company" object=${company} />
<div class="buttons">
<${Decision} row=${{ ...company, kind: 'company' }} done=${done} />
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
