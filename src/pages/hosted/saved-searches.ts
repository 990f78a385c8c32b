/** The HTML of the searches that the visitor has saved, and of what they have found. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { SavedSearch, SavedSearchMatch } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { listChoices, renderSelect } from './fields.ts'
import { findPagePath } from './navigation.ts'
import { renderEmpty, renderForm } from './pages.ts'

const kindNames = { job_posts: 'Jobs', researchers: 'Researchers' } as const satisfies Record<string, PlainTemplate>

const frequencyNames = {
  instant: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
  never: 'Not by mail',
} as const satisfies Record<string, PlainTemplate>

/** Returns the words of a search and of its filters. */
const listWords = ({ write }: Writer, { kind, query, filters }: SavedSearch): string[] =>
  [
    write(kindNames[kind]),
    query,
    ...Object.values(filters).map((value) => (value === true ? '' : String(value))),
  ].filter((word) => word !== '')

/** Renders the searches, each with how often its mails come. */
export function renderSavedSearches(writer: Writer, searches: readonly SavedSearch[], base: string): Html {
  const { write } = writer
  if (searches.length === 0)
    return renderEmpty({ base, writer }, 'There are none yet. Search for jobs, and save the search there.', {
      path: '/app/jobs',
      text: 'Jobs',
    })
  return html`<ul class="rows">${searches.map((search) => {
    const { id, frequency } = search
    const state = { writer, values: { frequency }, errors: {} }
    return html`<li><h2><a href="${base}/app/saved-searches/${id}">${isolateDirections(listWords(writer, search), ' · ')}</a></h2>
<form method="post"><input type="hidden" name="act" value="change"><input type="hidden" name="id" value="${id}">
${renderSelect(state, { name: 'frequency', label: 'Mails about new matches', choices: listChoices(writer, frequencyNames) })}<button class="quiet">${write('Save')}</button></form>
${renderForm(writer, {
  fields: [
    { name: 'act', label: null, type: 'hidden', value: 'delete' },
    { name: 'id', label: null, type: 'hidden', value: String(id) },
  ],
  button: 'Delete',
  isQuiet: true,
})}</li>
`
  })}</ul>`
}

/** Renders a page of what a search has found. */
export function renderMatches({ write, wording }: Writer, matches: readonly SavedSearchMatch[], base: string): Html {
  if (matches.length === 0) return html`<p class="lede">${write('It has found nothing new yet.')}</p>`
  return html`<ul class="rows">${matches.map(({ title, url, found_at }) => {
    const path = findPagePath(url)
    return html`<li><h2>${path === null ? html`<bdi>${title}</bdi>` : html`<a href="${base}${path}"><bdi>${title}</bdi></a>`}</h2>
<p class="soft">${formatDay(found_at, wording)}</p></li>
`
  })}</ul>`
}

/** Renders the button that saves the search of a list of jobs. */
export const renderSaveSearch = ({ write }: Writer, filters: Readonly<Record<string, string>>, base: string): Html =>
  html`<form method="post" action="${base}/app/saved-searches"><input type="hidden" name="act" value="create">
${Object.entries(filters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="quiet">${write('Tell me about new jobs like these')}</button></form>`
