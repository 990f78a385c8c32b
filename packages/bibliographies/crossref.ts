/** Works as the REST API of Crossref answers them, https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md. */

import { readAuthor, readDate } from './csl-json.ts'
import { findText, findValue, isItem, joinTitle, listItems } from './json-values.ts'
import type { Limits, Reference, WorkType } from './work.ts'

/** The types of https://api.crossref.org/types in the words of CSL. */
const types: Readonly<Record<string, WorkType>> = {
  ...{ 'journal-article': 'article-journal', 'proceedings-article': 'paper-conference', 'posted-content': 'article' },
  ...{ 'book-chapter': 'chapter', 'book-section': 'chapter', 'book-part': 'chapter', 'book-track': 'chapter' },
  ...{ book: 'book', monograph: 'book', 'edited-book': 'book', 'reference-book': 'book', 'book-set': 'book' },
  ...{ 'book-series': 'book', proceedings: 'book', 'proceedings-series': 'book', journal: 'periodical' },
  ...{ 'journal-issue': 'periodical', 'journal-volume': 'periodical', 'reference-entry': 'entry' },
  ...{ dissertation: 'thesis', report: 'report', 'report-component': 'report', 'report-series': 'report' },
  ...{ dataset: 'dataset', database: 'dataset', standard: 'standard', 'peer-review': 'review' },
}

/** Returns the work of an answer of `/works/{doi}`, under the DOI that was asked for. */
export function interpretCrossref(answer: unknown, doi: string, limits: Limits): Reference | null {
  const message = findValue(answer, 'message')
  if (!isItem(message)) return null
  const names = [listItems(message, 'author'), listItems(message, 'editor')]
  const authors = names.find(({ length }) => length > 0) ?? []
  return {
    key: doi,
    work: {
      title: joinTitle(findText(message, 'title'), findText(message, 'subtitle')),
      authors: authors.slice(0, limits.authors).map(readAuthor),
      authorsCount: authors.length,
      date: readDate(message.issued) || readDate(message.published),
      container: findText(message, 'container-title') || findText(message, 'institution', 'name'),
      type: types[findText(message, 'type')] ?? 'document',
      doi,
      url: findText(message, 'resource', 'primary', 'URL'),
      abstract: findText(message, 'abstract'),
    },
  }
}
