/** The works of a researcher on their public page. */

import { type Html, html } from '#core/html.ts'
import type { Writer } from '#pages/writer.ts'
import { createDoiUrl, type ListedWork } from '../works.ts'

/** The works of a page: the newest, and how many others there are. */
export interface PageWorks {
  works: readonly ListedWork[]
  others: number
}

export const renderWorks = ({ write }: Writer, { works, others }: PageWorks): Html | false =>
  works.length > 0 &&
  html`<section class="card">
<h2>${write('Publications')}</h2>
<ul>
${works.map(
  (work) =>
    html`<li><bdi>${renderTitle(work)}</bdi> <span class="soft"><bdi>${[work.venue, String(work.year ?? '')].filter(Boolean).join(' · ')}</bdi></span></li>\n`,
)}
</ul>
${others > 0 && html`<p class="soft">${write('and {count} more', { count: others })}</p>`}
</section>`

function renderTitle(work: ListedWork): Html {
  const address = findAddress(work)
  return address === null ? html`${work.title}` : html`<a href="${address}" rel="nofollow">${work.title}</a>`
}

const findAddress = ({ doi, url }: ListedWork) => (doi === null ? url : createDoiUrl(doi))

/** The types of schema.org that are not a `ScholarlyArticle`, by those of CSL. */
const types: Readonly<Record<string, string>> = {
  book: 'Book',
  chapter: 'Chapter',
  dataset: 'Dataset',
  report: 'Report',
  software: 'SoftwareSourceCode',
  thesis: 'Thesis',
  webpage: 'WebPage',
}

/** The works as schema.org's `ScholarlyArticle` and its siblings; one without known authors is by the person of the page. */
export const describeWorks = (works: readonly ListedWork[], personUrl: string): object[] =>
  works.map(({ title, year, venue, authors = [], type = '', date, ...work }) => {
    const address = findAddress({ title, year, venue, ...work })
    const issued = date ?? (year === null ? null : String(year))
    return {
      '@type': types[type] ?? 'ScholarlyArticle',
      name: title,
      author: authors.length === 0 ? { '@id': personUrl } : authors.map(describeAuthor),
      ...(issued === null ? {} : { datePublished: issued }),
      ...(venue === '' ? {} : { isPartOf: { '@type': 'CreativeWork', name: venue } }),
      ...(address === null ? {} : { url: address }),
      ...(work.doi === null ? {} : { identifier: { '@type': 'PropertyValue', propertyID: 'DOI', value: work.doi } }),
    }
  })

const describeAuthor = ({ given, family, orcid }: NonNullable<ListedWork['authors']>[number]) => ({
  // A group has no given names.
  '@type': given === '' ? 'Organization' : 'Person',
  name: given === '' ? family : `${given} ${family}`,
  ...(orcid === null ? {} : { sameAs: `https://orcid.org/${orcid}` }),
})
