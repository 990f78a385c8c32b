import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { scopes } from '#core/scopes.ts'
import { isSampled } from '../support/breadth.ts'
import { toldTypes } from './authorization/changes.ts'
import { tables } from './authorization/index.ts'
import { sendQuestion } from './authorization/matrix.ts'
import { extractTables, listDifferences, pageFile, toLines, withTables } from './authorization/page.ts'
import { createWorld } from './authorization/world.ts'
import { isPart, type Route, selectPart, walk } from './walk.ts'

const { app, routes } = await walk()
const scopeTable = 'scopes of API keys'
const changesTable = 'changes'
const world = await createWorld(app)
const page = await readFile(pageFile, 'utf8')
const committed = extractTables(page)

/**
 * Routes that are not in the matrix: those of the route walk, the API reference, the sandbox provider, the doubles of registries and the clock
 * (which the tests replace), and uploads with tus, which `features/files/tus/routes.test.ts` asks about.
 */
const isOutside = (path: string) =>
  /^\/(specimens\/|docs|sandbox\/(identity|registries)\/|sandbox\/clock$|upload\/tus)/.test(path)

/** As a question names it. */
const toRequest = ({ method, url }: Route) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`

describe('docs/AUTHORIZATION.md', () => {
  it('contains every route and every table', () => {
    const asked = new Set(tables.flatMap(({ questions }) => questions.map(({ asks }) => asks)))
    const present = routes.filter(({ url }) => !isOutside(url)).map(toRequest)

    assert.deepEqual([...asked].sort(), present.sort())
    assert.deepEqual([...committed.keys()], [...tables.map(({ name }) => name), scopeTable, changesTable])
  })

  const written = new Map<string, string[]>()
  const isWriting = process.env.SNAPSHOTS === 'write'
  after(() => (isWriting ? writeFile(pageFile, withTables(page, written)) : undefined))

  it('lists the scopes of all routes, which every route with an API key checks', () => {
    const present = routes.filter(({ url, described }) => described && !isOutside(url))
    const name = (route: Route) => `\`${toRequest(route)}\``
    const rows = scopes.map((scope) => [
      `\`${scope}\``,
      present
        .filter((route) => route.scope === scope)
        .map(name)
        .join(', '),
    ])
    const refused = present.filter(({ scope }) => scope === null).map(name)
    const lines = [['Scope', 'Allows'], ['---', '---'], ...rows, ['no API key', refused.join(', ')]].map(
      (cells) => `| ${cells.join(' | ')} |`,
    )

    written.set(scopeTable, lines)
    if (!isWriting) assert.deepEqual(lines, committed.get(scopeTable))
  })

  const asked = new Set(selectPart(routes).map(toRequest))
  for (const table of tables.filter(({ questions }) => questions.some(({ asks }) => asked.has(asks))))
    it(`agrees with the service: ${table.name}`, async () => {
      const lines = toLines(await sendQuestion(table, world))

      written.set(table.name, lines)
      // After an intended change run `npm run generate` and review every changed cell.
      if (!isWriting) assert.deepEqual(listDifferences(lines, committed.get(table.name) ?? []), [])
    })

  // Requests of a part or a sample are not all that tell a change.
  it('agrees with the service: what the change feed tells', { skip: isPart || isSampled }, () => {
    const rows = [...toldTypes].map(([asks, types]) => [
      `\`${asks}\``,
      [...types]
        .sort()
        .map((type) => `\`${type}\``)
        .join(', '),
    ])
    const lines = [['', 'Changes'], ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`)

    written.set(changesTable, lines)
    if (!isWriting) assert.deepEqual(lines, committed.get(changesTable))
  })
})
