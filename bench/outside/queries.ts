/** Queries derived from the data, each with the grades of the people that should be found. */

import { createHash } from 'node:crypto'
import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' }
import { foldLetters } from '#core/text-normalization.ts'
import type { Person } from '../search/person.ts'

export interface Query {
  class: string
  query: string
  /** Grades above 0, by the index of the person. */
  grades: ReadonlyMap<number, number>
}

/** A number from 0 to 1 that depends on the text only. */
const draw = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** The half that is measured once, at the end; the other one may be tuned on. */
export const isHeldOut = ({ query }: Query) => draw(`half ${query}`) < 0.5

const common = new Set(stopwords.en)
const split = (text: string) => foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []

function swapLetters(word: string): string {
  const at = 1 + Math.floor(draw(word) * (word.length - 2))
  return `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`
}

/** Takes some of the items, the same each time. */
const sample = <T>(items: readonly T[], most: number, text: (item: T) => string): T[] =>
  items.toSorted((a, b) => draw(text(a)) - draw(text(b))).slice(0, most)

const samplesOfClass = 200

function createNameQueries(people: readonly Person[]): Query[] {
  const byName = Map.groupBy(people.keys(), (index) => split(people[index]?.name ?? '').join(' '))
  const chosen = sample(people, samplesOfClass, ({ name }) => name)
  return chosen.flatMap(({ name }) => {
    const words = name.split(/\s+/)
    const [first = '', last = ''] = [words.at(0), words.at(-1)]
    const grades = new Map((byName.get(split(name).join(' ')) ?? []).map((index) => [index, 1] as const))
    const create = (kind: string, query: string): Query => ({ class: `name, ${kind}`, query, grades })
    const initials = new Map(
      [...people.entries()].flatMap(([index, other]) => {
        const parts = other.name.split(/\s+/)
        const isMeant = parts.at(-1) === last && parts[0]?.charAt(0) === first.charAt(0)
        return isMeant ? [[index, 1] as const] : []
      }),
    )
    return [
      create('as written', name),
      create('folded', split(name).join(' ')),
      create('swapped', [last, ...words.slice(0, -1)].join(' ')),
      ...(last.length >= 6 ? [create('with a typo', [...words.slice(0, -1), swapLetters(last)].join(' '))] : []),
      ...(last.length >= 6 ? [create('unfinished', [...words.slice(0, -1), last.slice(0, 4)].join(' '))] : []),
      { ...create('by initial', `${first.charAt(0)}. ${last}`), grades: initials },
      { ...create('surname and initial', `${last} ${first.charAt(0)}`), grades: initials },
      ...(/[^\p{ASCII}]/u.test(name) ? [create('with accents, folded', split(name).join(' '))] : []),
      ...(name.includes('-') ? [create('without hyphen', name.replaceAll('-', ' '))] : []),
    ]
  })
}

/** Names with a word that is frequent in sentences of some language. */
function createCommonNameQueries(people: readonly Person[]): Query[] {
  const frequent = new Set(Object.values(stopwords).flat().flatMap(split))
  const byName = Map.groupBy(people.keys(), (index) => split(people[index]?.name ?? '').join(' '))
  const names = [...byName].filter(([name]) => name.split(' ').some((word) => frequent.has(word)))
  return sample(names, samplesOfClass, ([name]) => name).map(([name, same]) => ({
    class: 'name with a common word',
    query: name,
    grades: new Map(same.map((index) => [index, 1] as const)),
  }))
}

/** What people put around a subject. */
const questions = [
  'who has published on %',
  'looking for someone with experience in %',
  'which researchers work on %?',
  'papers about %',
  'anybody interested in %',
  'qui a publié sur %',
  'je cherche un spécialiste de %',
  'quién trabaja en %',
  'busco expertos en %',
  'quem pesquisa sobre %',
  'wer arbeitet an %?',
  'ich suche jemanden, der sich mit % beschäftigt',
  'nani anafanya utafiti wa %',
  'من يعمل على %',
]

/** Neighbouring words that stand in titles of several people. */
function createTopicQueries(people: readonly Person[]): Query[] {
  const topics = new Map<string, Map<number, number>>()
  for (const [index, { publications }] of people.entries())
    for (const { title } of publications) {
      const words = split(title)
      const pairs = words.slice(1).map((word, at) => [words[at] ?? '', word])
      const said = pairs.filter((pair) => pair.every((word) => word.length > 3 && !common.has(word)))
      for (const pair of new Set(said.map((words) => words.join(' ')))) {
        const counts = topics.get(pair) ?? new Map<number, number>()
        topics.set(pair, counts.set(index, (counts.get(index) ?? 0) + 1))
      }
    }
  const frequent = [...topics].filter(([, counts]) => counts.size >= 4 && Math.max(...counts.values()) >= 3)
  return sample(frequent, samplesOfClass, ([pair]) => pair).flatMap(([pair, grades]) => {
    const [first = '', second = ''] = pair.split(' ')
    return [
      { class: 'topic', query: pair, grades },
      { class: 'topic in a sentence', query: `I need somebody who works on ${pair}, please`, grades },
      { class: 'topic in a question', query: askAbout(pair), grades },
      ...(second.length > 5 ? [{ class: 'topic with a typo', query: `${first} ${swapLetters(second)}`, grades }] : []),
    ]
  })
}

function createTitleQueries(people: readonly Person[]): Query[] {
  const byTitle = new Map<string, number[]>()
  for (const [index, { publications }] of people.entries())
    for (const { title } of publications) byTitle.set(title, [...(byTitle.get(title) ?? []), index])
  const long = [...byTitle].filter(([title]) => split(title).length >= 5)
  return sample(long, samplesOfClass, ([title]) => title).flatMap(([title, authors]) => {
    const words = split(title)
    const main = words.filter((word) => !common.has(word)).slice(0, 4)
    const phrase = words.slice(0, 4)
    const holders = (isMeant: (text: string) => boolean) =>
      new Map(
        [...people.entries()].flatMap(([index, { publications }]) =>
          publications.some((one) => isMeant(` ${split(one.title).join(' ')} `)) ? [[index, 1] as const] : [],
        ),
      )
    return [
      ...(main.length === 4
        ? [
            {
              class: 'four words of a title',
              query: main.join(' '),
              grades: holders((text) => main.every((word) => text.includes(` ${word} `))),
            },
          ]
        : []),
      {
        class: 'quoted phrase',
        query: `"${phrase.join(' ')}"`,
        grades: holders((text) => text.includes(` ${phrase.join(' ')} `)),
      },
      { class: 'whole title', query: title, grades: new Map(authors.map((index) => [index, 1] as const)) },
    ]
  })
}

const askAbout = (topic: string) => (questions[Math.floor(draw(topic) * questions.length)] ?? '%').replace('%', topic)

export const createQueries = (people: readonly Person[]): Query[] => [
  ...createNameQueries(people),
  ...createCommonNameQueries(people),
  ...createTopicQueries(people),
  ...createTitleQueries(people),
]

/** Discounted cumulative gain of the first ten results, as a share of the best possible. */
export function calculateNdcg(found: readonly number[], grades: ReadonlyMap<number, number>): number {
  const sum = (gains: readonly number[]) => gains.reduce((all, gain, place) => all + gain / Math.log2(place + 2), 0)
  const best = sum([...grades.values()].sort((a, b) => b - a).slice(0, 10))
  return best === 0 ? 0 : sum(found.slice(0, 10).map((index) => grades.get(index) ?? 0)) / best
}
