/** Works as the Public API 3.0 of ORCID answers them, https://github.com/ORCID/orcid-model (record 3.0, `work`). */

import {
  findText,
  findValue,
  type Item,
  isItem,
  joinTitle,
  listItems,
  parseName,
  type SourceAuthor,
} from '@research-platform/bibliographies'
import { findOrcidDoi, isFromOthers } from '#adapters/identity/orcid-works.ts'
import type { Content } from '../content.ts'
import { createEntry, type Entry, readLimits } from './entry.ts'

const types: Readonly<Record<string, Content['type']>> = {
  ...{ 'journal-article': 'article-journal', 'magazine-article': 'article-magazine', preprint: 'article' },
  ...{
    'working-paper': 'article',
    'newspaper-article': 'article-newspaper',
    'newsletter-article': 'article-newspaper',
  },
  ...{ book: 'book', 'edited-book': 'book', 'book-chapter': 'chapter', 'book-review': 'review-book', review: 'review' },
  ...{ 'conference-paper': 'paper-conference', 'conference-abstract': 'paper-conference', manual: 'report' },
  ...{ 'conference-poster': 'graphic', 'conference-presentation': 'speech', 'conference-output': 'paper-conference' },
  ...{ dissertation: 'thesis', 'dissertation-thesis': 'thesis', 'supervised-student-publication': 'thesis' },
  ...{ report: 'report', 'data-set': 'dataset', software: 'software', 'research-technique': 'document' },
  ...{
    patent: 'patent',
    standard: 'standard',
    'standards-and-policy': 'standard',
    website: 'webpage',
    blog: 'post-weblog',
  },
  ...{ 'blog-post': 'post-weblog', 'online-resource': 'webpage', 'lecture-speech': 'speech', translation: 'book' },
  ...{ 'dictionary-entry': 'entry-dictionary', 'encyclopedia-entry': 'entry-encyclopedia', 'peer-review': 'review' },
}

/** A work of a record: what its summary says. */
export interface OrcidWork {
  /** The put-code: its number on the record. */
  id: number
  summary: Item
  /** Whether another organization has added it. */
  verified: boolean
}

/** Returns the works of an answer of `/works`. Of several that are the same, one that others have added counts. */
export function listOrcidWorks(answer: unknown): OrcidWork[] {
  return listItems(answer, 'group').flatMap((group) => {
    const summaries = listItems(group, 'work-summary')
    const summary = summaries.find(isFromOthers) ?? summaries[0]
    const id = summary?.['put-code']
    if (summary === undefined || typeof id !== 'number' || !Number.isSafeInteger(id)) return []
    return [{ id, summary, verified: isFromOthers(summary) }]
  })
}

/** Returns the works of an answer of `/works/{put-codes}`, by their numbers. */
export function readOrcidDetails(answer: unknown): Map<number, Item> {
  const details = new Map<number, Item>()
  for (const { work } of listItems(answer, 'bulk')) {
    const id = findValue(work, 'put-code')
    if (isItem(work) && typeof id === 'number') details.set(id, work)
  }
  return details
}

/** Returns the entry of a work; without `details`, its authors are unknown. */
export function interpretOrcidWork({ id, summary }: OrcidWork, details: Item | undefined): Entry {
  const work = details ?? summary
  const date = findValue(work, 'publication-date')
  const parts = ['year', 'month', 'day'].map((name) => findText(date, name, 'value'))
  const end = parts.indexOf('')
  const authors = listItems(work, 'contributors', 'contributor').filter(isAuthor)
  return createEntry(
    {
      title: joinTitle(findText(work, 'title', 'title', 'value'), findText(work, 'title', 'subtitle', 'value')),
      authors: authors.slice(0, readLimits.authors).map(readContributor),
      authorsCount: authors.length,
      date: parts.slice(0, end === -1 ? parts.length : end).join('-'),
      container: findText(work, 'journal-title', 'value'),
      type: types[findText(work, 'type').toLowerCase().replaceAll('_', '-')] ?? 'document',
      doi: findOrcidDoi(work) ?? '',
      url: findText(work, 'url', 'value'),
      abstract: findText(work, 'short-description'),
    },
    { key: String(id) },
  )
}

/** A contributor without a role is an author. */
const isAuthor = (contributor: Item) =>
  ['', 'author', 'writing-original-draft', 'http://credit.niso.org/contributor-roles/writing-original-draft/'].includes(
    findText(contributor, 'contributor-attributes', 'contributor-role').toLowerCase(),
  )

function readContributor(contributor: Item): SourceAuthor {
  return {
    ...parseName(findText(contributor, 'credit-name', 'value').slice(0, readLimits.nameCharacters)),
    orcid: findText(contributor, 'contributor-orcid', 'path'),
  }
}
