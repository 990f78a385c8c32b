import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { tables } from './authorization/index.ts'
import { sendQuestion } from './authorization/matrix.ts'
import { extractTables, pageFile, toLines, withTables } from './authorization/page.ts'
import { createWorld } from './authorization/world.ts'
import { walk } from './walk.ts'

const { app, routes } = await walk()
const world = await createWorld(app)
const page = await readFile(pageFile, 'utf8')
const committed = extractTables(page)

/** Routes that are not in the matrix: those of the route walk, the API reference, and the sandbox provider. */
const isOutside = (path: string) => /^\/(specimens\/|docs|sandbox\/identity\/)/.test(path)

describe('docs/AUTHORIZATION.md', () => {
  it('contains every route and every table', () => {
    const asked = new Set(tables.flatMap(({ questions }) => questions.map(({ asks }) => asks)))
    const present = routes
      .filter(({ url }) => !isOutside(url))
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)

    assert.deepEqual([...asked].sort(), present.sort())
    assert.deepEqual(
      [...committed.keys()],
      tables.map(({ name }) => name),
    )
  })

  const written = new Map<string, string[]>()
  const isWriting = process.env.SNAPSHOTS === 'write'
  after(() => (isWriting ? writeFile(pageFile, withTables(page, written)) : undefined))

  for (const table of tables)
    it(`agrees with the service: ${table.name}`, async () => {
      const lines = toLines(await sendQuestion(table, world))

      written.set(table.name, lines)
      // After an intended change run `npm run snapshots` and review every changed cell.
      if (!isWriting) assert.deepEqual(lines, committed.get(table.name))
    })
})
