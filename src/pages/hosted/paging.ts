/** Pages of a list: which one a visitor wants, and the way to its neighbours. */

import type { FastifyRequest } from 'fastify'
import { type Html, html } from '#core/html.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Writer } from '../writer.ts'
import { getQueryValue } from './visit.ts'

/** Returns the number of the page that the address names; 1 for any other text. */
export const readPage = (request: FastifyRequest): number =>
  Math.max(1, Number.parseInt(getQueryValue(request, 'page') || '1', 10) || 1)

/** Returns the values of the query that are not empty. */
export const readFilters = (request: FastifyRequest, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, getQueryValue(request, name)]).filter(([, value]) => value !== ''))

interface TabsOptions {
  /** The parameter of the address. */
  name: string
  label: PlainTemplate
  /** The label of each value. */
  labels: Readonly<Record<string, PlainTemplate>>
  /** The label of the list without a value, `All` unless given. */
  none?: PlainTemplate
  /** The value that the list is filtered by; empty for all. */
  chosen: string
}

/** Renders the tabs of a list: all, or those with one value. */
export const renderTabs = ({ write }: Writer, { name, label, labels, none = 'All', chosen }: TabsOptions): Html =>
  html`<nav class="pages" aria-label="${write(label)}"><a href="?"${chosen === '' && html` aria-current="page"`}>${write(none)}</a> ${Object.entries(
    labels,
  ).map(
    ([value, one]) =>
      html`<a href="?${name}=${value}"${value === chosen && html` aria-current="page"`}>${write(one)}</a> `,
  )}</nav>`

interface PagesOptions {
  page: number
  lastPage: number
  /** The filters of the list, which the links keep. */
  filters?: Readonly<Record<string, string>>
}

/** Renders the links to the neighbours of a page; nothing for a list of one page. */
export function renderPages({ write }: Writer, { page, lastPage, filters = {} }: PagesOptions): Html | null {
  if (lastPage <= 1) return null
  const link = (number: number) => `?${new URLSearchParams({ ...filters, page: String(number) })}`
  return html`<nav class="pages" aria-label="${write('Pages')}">${
    page > 1 && html`<a rel="prev" href="${link(page - 1)}">${write('Previous')}</a>`
  } <span class="soft">${write('{page} of {pages}', { page, pages: lastPage })}</span> ${
    page < lastPage && html`<a rel="next" href="${link(page + 1)}">${write('Next')}</a>`
  }</nav>`
}
