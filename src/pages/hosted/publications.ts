/** The HTML of the publications of the visitor, who is a researcher. */

import { type Html, html } from '#core/html.ts'
import type { ResearcherPublication } from '../contract.ts'
import { defineForm, otherFields } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { renderEmpty, renderForm } from './pages.ts'

const fromDoi = 'The list does not show it; it comes with an import by DOI or file.'

export const newPublication = defineForm('POST /researchers/{id}/publications', {
  groups: ['title', ['year', 'container_title', 'doi', 'url', otherFields]],
  widgets: {
    container_title: { label: 'Journal, book or conference' },
    doi: { hint: 'Like 10.1000/182.' },
  },
  leftOut: { authors: fromDoi, date: fromDoi, type: fromDoi, abstract: fromDoi },
})

const getAddress = ({ doi, url }: ResearcherPublication): string | null =>
  doi === null ? url : `https://doi.org/${encodeURI(doi)}`

/** Renders a page of the publications; those of the visitor can be deleted. */
export function renderPublications(
  writer: Writer,
  publications: readonly ResearcherPublication[],
  isOwn: boolean,
): Html {
  const { write } = writer
  if (publications.length === 0) return renderEmpty({ base: '', writer }, 'There are none yet.')
  return html`<ul class="rows">${publications.map((publication) => {
    const { id, title, year, container_title, verified } = publication
    const address = getAddress(publication)
    const facts = [year === null ? '' : String(year), container_title].filter((fact) => fact !== '')
    return html`<li><h2>${address === null ? html`<bdi>${title}</bdi>` : html`<a href="${address}" rel="noreferrer"><bdi>${title}</bdi></a>`}${
      verified && html` <span class="tag">${write('Verified')}</span>`
    }</h2>
<div class="foot"><span class="soft"><bdi>${facts.join(' · ')}</bdi></span> ${
      isOwn &&
      renderForm(writer, {
        hidden: { act: 'delete', id: String(id) },
        button: 'Delete',
        isQuiet: true,
      })
    }</div></li>
`
  })}</ul>`
}
