import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { tables } from './authorization/index.ts'
import { type Answered, answered } from './authorization/matrix.ts'
import { pageFile, withTables } from './authorization/page.ts'
import { createWorld } from './authorization/world.ts'
import { walk } from './walk.ts'

const { app, routes } = await walk()

/** What stands there to try the walk, and what is another program in production: the provider that people sign in at. */
const isOutside = (path: string) => /^\/(specimens|sandbox\/identity)\//.test(path)

describe('docs/AUTHORIZATION.md', () => {
  it('asks about every route', () => {
    const asked = new Set(tables.flatMap(({ questions }) => questions.map(({ asks }) => asks)))
    const present = routes
      .filter(({ url }) => !isOutside(url))
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)

    assert.deepEqual([...asked].sort(), present.sort())
  })

  it('says what the service answers', async (test) => {
    const world = await createWorld(app)
    const answers = new Map<string, Answered>()

    for (const table of tables) answers.set(table.name, await answered(table, world))

    // After a change that is meant: `npm run snapshots`, and a review of every cell that moved.
    const page = withTables(await readFile(pageFile, 'utf8'), answers)
    test.assert.fileSnapshot(page, pageFile, { serializers: [String] })
  })
})
