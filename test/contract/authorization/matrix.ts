/** The requests of the authorization matrix and their outcomes. */

import assert from 'node:assert/strict'
import { isSampled } from '#test/support/breadth.ts'
import type { Client, Reply } from '#test/support/client.ts'
import { toldTypes, watchChanges } from './changes.ts'
import type { Asker, TestObjects } from './world.ts'

type Sent = NonNullable<Parameters<Client['send']>[2]>

/** The path parameters of a request, and other ids that it needs. */
export type Ids = Record<string, string | number | undefined>

/** A user and the object of the request. */
export interface Relation {
  who: Asker
  ids: Ids
}

/** The users of each column of a table, by their relation to the object. */
export type Scene = Record<string, readonly Relation[]>

export interface Question {
  /** Like `PUT /projects/{id}`. */
  asks: string
  /** Which part, when one route has several rows. */
  part?: string
  /** The value of `{id}`, when it is not the object of the table but something that belongs to it. */
  about?: string
  /** With its question mark. */
  query?: string | ((ids: Ids) => string)
  body?: object | ((standing: Relation) => object)
  form?: (standing: Relation) => FormData
  /** Without its type. */
  headers?: (body: string, standing: Relation) => Record<string, string>
  /** The status of a refusal, when it is not 403. */
  denies?: number
  /** Whether the response contains the object; a success without it counts as hidden. */
  shows?: (data: Reply['data'], ids: Ids) => boolean
  /** Runs before each request. */
  first?: (standing: Relation, world: TestObjects) => Promise<Relation>
  /** Restores what an earlier request used up. */
  again?: (ids: Ids, world: TestObjects) => Promise<Ids>
  /** Reverts the effect of a success. */
  undo?: (data: Reply['data'], ids: Ids, world: TestObjects) => Promise<unknown>
  /** A success is slow, so only one user of each column asks. */
  costly?: true
  /** Requests with a higher number run later, because they remove what the others need. */
  turn?: number
}

export interface Table {
  /** Marks its place on the page. */
  name: string
  scene: (world: TestObjects) => Promise<Scene>
  questions: readonly Question[]
}

/** The words in the table; the page explains them. */
type Outcome = 'yes' | 'refused' | 'no' | 'hidden' | 'sign in' | '–'

const methodAndPath = /^([A-Z]+) (.+)$/

/** The request is impossible for this user, who has no such object. */
const pointless = '–'

export interface Answered {
  columns: readonly string[]
  /** For each request an outcome in each column. */
  rows: readonly { question: Question; cells: readonly string[] }[]
}

export async function sendQuestion(table: Table, world: TestObjects): Promise<Answered> {
  const scene = await table.scene(world)
  const rows = new Map<Question, string[]>()
  const inTurn = table.questions.toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0))
  for (const [number, question] of inTurn.entries())
    rows.set(question, await createRow({ question, number }, scene, world))
  return {
    columns: Object.keys(scene),
    rows: table.questions.map((question) => ({ question, cells: rows.get(question) ?? [] })),
  }
}

interface NumberedQuestion {
  question: Question
  number: number
}

async function createRow({ question, number }: NumberedQuestion, scene: Scene, world: TestObjects): Promise<string[]> {
  const cells: string[] = []
  const used = new Set<string>()
  for (const [column, standings] of Object.values(scene).entries()) {
    const outcomes: { role: string; outcome: Outcome }[] = []
    for (const standing of selectAskers(standings, { question, number: number + column }))
      outcomes.push({ role: standing.who.role, outcome: await ask(question, standing, { world, used }) })
    cells.push(summarize(outcomes))
  }
  return cells
}

/** The users of a column who ask: all of them, or in a sample of what only reads another one for each cell. */
function selectAskers(standings: readonly Relation[], { question, number }: NumberedQuestion): readonly Relation[] {
  if (question.costly) return standings.slice(0, 1)
  const isOne = isSampled && question.asks.startsWith('GET ')
  return isOne ? standings.slice(number % standings.length).slice(0, 1) : standings
}

/** One word when all users of a column have the same outcome, otherwise the outcome of each. */
function summarize(outcomes: readonly { role: string; outcome: Outcome }[]): string {
  const [first] = outcomes
  if (isSampled && first && outcomes.length === 1) return `${first.outcome}: ${first.role}`
  const words = [...new Set(outcomes.map(({ outcome }) => outcome))]
  if (words.length === 1) return words.join()
  const listRoles = (word: Outcome) => outcomes.filter(({ outcome }) => outcome === word).map(({ role }) => role)
  return words.map((word) => `${word}: ${listRoles(word).join(', ')}`).join('; ')
}

interface Course {
  world: TestObjects
  /** Returns the paths of a request that succeeded for a user. */
  used: Set<string>
}

async function ask(question: Question, standing: Relation, { world, used }: Course): Promise<Outcome> {
  const { asks, about = 'id', first, again, undo } = question
  let known = first ? await first(standing, world) : standing
  known = { ...known, ids: { ...known.ids, id: known.ids[about] } }
  const [, method = '', template = ''] = methodAndPath.exec(asks) ?? []
  if (again && used.has(fillBody(template, known.ids) ?? ''))
    known = { ...known, ids: { ...known.ids, ...(await again(known.ids, world)) } }
  const path = fillBody(template, known.ids)
  if (path === null) return pointless

  // In a sample the feed is read for the first success of a request.
  const isWatched = method !== 'GET' && !(isSampled && toldTypes.has(asks))
  const check = isWatched ? await watchChanges(world, asks) : null
  const reply = await known.who.send(method, `${path}${createQuery(question, known.ids)}`, sendRequest(question, known))
  if (reply.status < 400) {
    used.add(path)
    await check?.()
    await undo?.(reply.data, known.ids, world)
  }
  return toOutcome(question, known.ids, reply)
}

/** Null when an id is missing. */
function fillBody(template: string, ids: Ids): string | null {
  const names = [...template.matchAll(/\{(\w+)\}|\*/g)].map(([all, name = all]) => name)
  if (names.some((name) => ids[name] === undefined)) return null
  return template.replace(/\{(\w+)\}|\*/g, (all, name = all) => String(ids[name]))
}

const createQuery = ({ query = '' }: Question, ids: Ids) => (typeof query === 'function' ? query(ids) : query)

function sendRequest({ body, form, headers }: Question, standing: Relation): Sent {
  if (form) return { body: form(standing) }
  if (body === undefined) return {}
  const content = JSON.stringify(typeof body === 'function' ? body(standing) : body)
  return { headers: { 'content-type': 'application/json', ...headers?.(content, standing) }, body: content }
}

function toOutcome({ asks, shows, denies = 403 }: Question, ids: Ids, reply: Reply): Outcome {
  const { status, message, data, errors, text } = reply
  if (status === 401) return 'sign in'
  if (status === denies) return 'no'
  if (status === 404) return 'hidden'
  if (status < 400) return shows === undefined || shows(data, ids) ? 'yes' : 'hidden'
  // Ill-typed requests are refused before authentication, so bodies are valid; ids exist.
  const isUnknown = Object.values(errors)
    .flat()
    .some((sentence) => sentence.startsWith('The selected '))
  const isRule = status === 422 && (message !== 'The given data was invalid.' || isUnknown)
  assert.ok(isRule, `${asks} tells nothing of who may: ${status} ${text}`)
  return 'refused'
}

/** A list that contains the object. */
export const lists = (data: Reply['data'], { id }: Ids) => data.some((one: { id: number }) => one.id === id)

/** All users ask about the same object. */
export const all = (people: readonly Asker[], ids: Ids): Relation[] => people.map((who) => ({ who, ids }))

/** The columns of routes without an object: the users by role. */
export async function byRole({ nobody, admin, createCast: cast }: TestObjects, ids: Ids = {}): Promise<Scene> {
  const people = [...(await cast('strangers')), admin]
  const columns = people.map((who) => [who.role === 'admin' ? 'administrator' : who.role, all([who], ids)])
  return { 'no token': all([nobody], ids), ...Object.fromEntries(columns) }
}
