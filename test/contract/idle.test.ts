import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from '#test/support/app.ts'

it('A service to which nothing happens writes nothing', async () => {
  const app = await testApp()
  await app.given.user()
  // The schedules begin with the first pass, and what they find is done in the next.
  for (let times = 0; times < 2; times++) await app.settle()
  let commits = 0
  const end = app.platform.db.onCommit(() => commits++)

  for (let times = 0; times < 5; times++) await app.settle()
  const idle = commits
  await app.given.user()
  end()

  assert.equal(idle, 0)
  assert.ok(commits > 0, 'It would be noticed.')
})
