/** The HTML of the searches that the visitor has saved, and of what they have found. */

import { type Html, html, isolateDirections } from '#core/html.ts'
import { formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { SavedSearch, SavedSearchMatch } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import { findPagePath } from './navigation.ts'
import { renderOperationFields, renderOperationForm } from './operation-forms.ts'
import { renderEmpty, renderForm } from './pages.ts'
import type { Visit } from './visit.ts'

const kindNames = { job_posts: 'Jobs', researchers: 'Researchers' } as const satisfies Record<string, PlainTemplate>

const frequencyNames = {
  instant: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
  never: 'Not by mail',
} as const satisfies Record<string, PlainTemplate>

const ofList = 'The list of jobs says what is searched.'

export const mailFrequency = defineForm('PUT /saved-searches/{id}', {
  groups: ['frequency'],
  widgets: { frequency: { label: 'Mails about new matches', choices: frequencyNames } },
  leftOut: { query: ofList, filters: ofList },
})

const searchFields = [
  'query',
  'filters.location',
  'filters.skill',
  'filters.employment_type',
  'filters.experience_level',
  'filters.min_salary',
  'filters.remote',
] as const

/** What a list of jobs is filtered by, which a saved search takes as it is. */
export const newSearch = defineForm('POST /saved-searches', {
  groups: searchFields,
  widgets: Object.fromEntries(searchFields.map((name) => [name, { input: 'hidden' } as const])),
  leftOut: {
    kind: 'It is that of the list.',
    filters: 'The others are those of people, and of one company.',
    frequency: 'The list of searches has it.',
  },
})

/** Returns the words of a search and of its filters. */
const listWords = ({ write }: Writer, { kind, query, filters }: SavedSearch): string[] =>
  [
    write(kindNames[kind]),
    query,
    ...Object.values(filters).map((value) => (value === true ? '' : String(value))),
  ].filter((word) => word !== '')

/** Renders the searches, each with how often its mails come. */
export function renderSavedSearches(here: Visit, searches: readonly SavedSearch[]): Html {
  const { writer, base } = here.frame
  if (searches.length === 0)
    return renderEmpty({ base, writer }, 'There are none yet. Search for jobs, and save the search there.', {
      path: '/app/jobs',
      text: 'Jobs',
    })
  return html`<ul class="rows">${searches.map((search) => {
    const { id } = search
    const act = { act: 'change', id: String(id) }
    return html`<li><h2><a href="${base}/app/saved-searches/${id}">${isolateDirections(listWords(writer, search), ' · ')}</a></h2>
${renderOperationForm(here, mailFrequency, { button: 'Save', isQuiet: true, hidden: act, object: search })}
${renderForm(writer, {
  hidden: { act: 'delete', id: String(id) },
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
export function renderSaveSearch(here: Visit, { search: query, ...filters }: Readonly<Record<string, string>>): Html {
  const { base, writer } = here.frame
  return html`<form method="post" action="${base}/app/saved-searches"><input type="hidden" name="act" value="create">
${renderOperationFields(here, newSearch, { object: { query, filters } })}
<button class="quiet">${writer.write('Tell me about new jobs like these')}</button></form>`
}
