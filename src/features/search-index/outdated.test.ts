import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { createApp } from '#test/support/app.ts'
import { rebuildSearchIndex, warnOfOutdatedIndex } from './index.ts'

/** As an earlier version left it, which had no initials of names. */
const forgetInitials = prepare((q, _: object) => q.deleteFrom('search_postings').where(sql<boolean>`key like 'i:%'`))

describe('an index that an earlier version built', () => {
  it('is reported at the start until it is rebuilt', async () => {
    const app = await createApp()
    const warnings: string[] = []
    const log = { ...app.service.context.log, warn: (_: object, message: string) => warnings.push(message) }
    const start = () => warnOfOutdatedIndex({ ...app.service.context, log })
    await start()
    await app.given.user({ role: 'researcher' })
    await app.settle()
    await start()
    assert.deepEqual(warnings, [])

    await forgetInitials.run(app.service.context, {})
    await start()
    assert.deepEqual(warnings, ['search index outdated: stop all instances and run "npm run reindex"'])
    await rebuildSearchIndex(app.service.context, () => undefined)
    await start()
    assert.equal(warnings.length, 1)
  })
})
