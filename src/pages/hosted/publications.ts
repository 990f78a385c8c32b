/** The HTML of the publications of the visitor, who is a researcher. */

import { type Html, html } from '#core/html.ts'
import type { ResearcherPublication } from '../contract.ts'
import { type FormState, renderTextField } from './fields.ts'
import { renderEmpty, renderForm } from './pages.ts'

/** The fields of the form for a new publication. */
export const publicationFields = ['title', 'year', 'container_title', 'doi', 'url'] as const

/** Returns the new publication, as the API takes it. */
export const buildPublication = (values: Readonly<Record<string, string>>) => {
  const { title = '', year = '', container_title = '', doi = '', url = '' } = values
  return { title, container_title, year: year === '' ? null : Number(year), doi: doi || null, url: url || null }
}

const getAddress = ({ doi, url }: ResearcherPublication): string | null =>
  doi === null ? url : `https://doi.org/${encodeURI(doi)}`

/** Renders a page of the publications; those of the visitor can be deleted. */
export function renderPublications(
  writer: FormState['writer'],
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
        fields: [
          { name: 'act', label: null, type: 'hidden', value: 'delete' },
          { name: 'id', label: null, type: 'hidden', value: String(id) },
        ],
        button: 'Delete',
        isQuiet: true,
      })
    }</div></li>
`
  })}</ul>`
}

/** Renders the form for a new publication. */
export const renderNewPublication = (state: FormState): Html =>
  html`<section class="card" id="add"><h2>${state.writer.write('Add a publication')}</h2><form class="stacked" method="post" action="#add">
${renderTextField(state, { name: 'title', label: 'Title', most: 1_000, isRequired: true })}
<div class="filters">
${renderTextField(state, { name: 'year', label: 'Year', type: 'number', most: 2_200 })}
${renderTextField(state, { name: 'container_title', label: 'Journal, book or conference', most: 500 })}
${renderTextField(state, { name: 'doi', label: 'DOI', most: 200, hint: 'Like 10.1000/182.' })}
${renderTextField(state, { name: 'url', label: 'Address', type: 'url', most: 2_000 })}
</div>
<button>${state.writer.write('Add')}</button></form></section>`
