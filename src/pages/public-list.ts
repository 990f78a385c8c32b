/** The lists that visitors see without an account: searched and filtered by a form, and paged by links. */

import { type Html, html } from '#core/html.ts'
import { renderPages } from './hosted/paging.ts'
import { type PublicListPath, publicLists, renderPublicPage, type Site } from './public-page.ts'
import type { Writer } from './writer.ts'

/** A thing of the list, for search engines. */
interface Item {
  name: string
  /** The path of its page, without the base path; null where the list has all that there is about it. */
  path: string | null
}

/** What the page of a searched list says beside its rows. */
interface SearchExtra {
  search?: { all_words: boolean; corrections: readonly { typed: string; meant: string }[] }
}

interface PublicList {
  path: PublicListPath
  /** What the list has, in a sentence. */
  description: string
  /** The form with the filters. */
  form: Html | null
  /** The filters as they were entered; links to other pages keep them. */
  filters: Readonly<Record<string, string>>
  content: Html
  items: readonly Item[]
  total: number
  page: number
  limit: number
  /** What was made of the words that a visitor searched for. */
  extra?: SearchExtra | undefined
  /** Whether it stands in a frame of another site. */
  isEmbedded?: boolean
}

/** Returns the filters of a query as the fields of a form have them. */
export const toFilters = (query: object, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      names.includes(name) && value !== undefined ? [[name, [value].flat().join(', ')]] : [],
    ),
  )

/** Renders a page of the list; search engines leave out what a visitor has filtered. */
export function renderPublicList(writer: Writer, site: Site, list: PublicList): string {
  const { path, description, form, filters, content, items, total, page, limit, extra, isEmbedded = false } = list
  const { write } = writer
  const title = write(publicLists[path])
  const address = page === 1 ? path : `${path}?page=${page}`
  return renderPublicPage(writer, site, {
    title,
    description,
    path: address,
    isEmbedded,
    isUnlisted: Object.keys(filters).length > 0,
    body: html`<h1>${title}</h1>
${form ?? html`<p class="lede">${description}</p>`}
<p class="soft" role="status">${write('{count, plural, one {{count} result} other {{count} results}}', { count: total })}</p>
${total > 0 && renderSearchNotes(writer, extra)}
${content}
${renderPages(writer, { page, lastPage: Math.max(1, Math.ceil(total / limit)), filters })}`,
    data: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      numberOfItems: total,
      itemListElement: items.map(({ name, path: place }, index) => ({
        '@type': 'ListItem',
        position: (page - 1) * limit + index + 1,
        name,
        ...(place === null ? {} : { url: `${site.publicUrl}${place}` }),
      })),
    },
  })
}

/** Says which words were searched for instead of misspelled ones, and whether the rows are only near. Unfinished words are not misspelled. */
function renderSearchNotes({ write, writeHtml }: Writer, { search }: SearchExtra = {}): Html | null {
  if (search === undefined) return null
  const guesses = search.corrections.filter(({ typed, meant }) => !meant.startsWith(typed))
  return html`${guesses.map(
    ({ typed, meant }) =>
      html`<p class="soft">${writeHtml('Searched for “{meant}” instead of “{typed}”.', { meant, typed })}</p>\n`,
  )}${!search.all_words && html`<p class="soft">${write('Nothing has all of the words; these are the nearest.')}</p>`}`
}
