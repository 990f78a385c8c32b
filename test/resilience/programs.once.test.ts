import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runProgram, serve } from './program.ts'

const folder = await mkdtemp(join(tmpdir(), 'research-platform-programs-'))
after(() => rm(folder, { recursive: true, force: true }))
const settings = { DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', LOG_LEVEL: 'error' }
const backup = join(folder, 'backup')
const noCredential = join(folder, 'no-credential.json')
await writeFile(noCredential, '{}')

/** What the commands do is tested elsewhere, in the process of the tests; here, that each runs as a program. */
describe('each command as a program', () => {
  for (const [args, code, output, more] of [
    [['migrate'], 0, /^The database is up to date\.\n$/],
    [['admin', '--email', 'ada@example.org'], 0, /^ada@example\.org is an/, { ADMIN_PASSWORD: 'a long password' }],
    [['api', '--as', 'ada@example.org', 'GET', '/auth/me'], 0, /"email": "ada@example\.org"/],
    [['reindex'], 0, /^The search index is built anew/],
    [['rebuild', 'search_courses'], 0, /^search_courses is built anew, in \d+ s\.\n$/],
    [['rebuild', 'search_researchers'], 0, /^search_researchers is built anew, in \d+ s\.\n$/],
    [['rebuild', 'feed'], 1, /^What "feed" stores is not built anew: clients have read its numbers, /],
    [['rebuild', 'saved_searches'], 1, /^What "saved_searches" stores is not built anew: it remembers when /],
    [['rebuild', 'courses'], 1, /^There is no follower "courses" that is built from the tables; there is: /],
    [['check-files'], 0, /^0 files: 0 missing/],
    [['audit', 'verify'], 0, /^The audit log is whole: \d+ rows/],
    [['transparency', 'verify'], 0, /^The log is whole/],
    [['keys', 'rotate'], 0, /^Key \d+ signs from now on/],
    [['verify', noCredential], 1, /^There is no credential in/],
    [['doctor'], 0, /The service has what it needs\.\n$/],
    [['backup', backup], 0, /^The database and 0 files/],
    [['restore', backup], 0, /is as it was at 20/, { DATA_DIR: join(folder, 'restored') }],
    [['move'], 1, /^Name --to, --storage, or both\./],
  ] as const)
    it(`\`${args[0]}\` ends with ${code} and says what it did`, async () => {
      const ending = await runProgram(args, { ...settings, ...more })

      assert.equal(ending.code, code, ending.stderr)
      assert.match(code === 0 ? ending.stdout : ending.stderr, output)
    })

  it('`follow` prints changes until SIGTERM', async () => {
    const following = await serve(settings, { args: ['follow'], ready: /^Following the changes/ })
    following.kill('SIGTERM')

    const { code, stderr } = await following.ended

    assert.deepEqual([code, stderr], [0, ''])
  })
})
