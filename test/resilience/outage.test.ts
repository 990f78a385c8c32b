import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createUniqueEmail, password } from '../support/app.ts'
import { waitUntil } from '../support/background.ts'
import { follow } from '../support/event-stream.ts'
import { createForm } from '../support/forms.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { type Blow, end, waitUntilBack } from './postgres-outage.ts'
import { type Serving, serve } from './program.ts'
import { createScenario, createSettings, type Scenario } from './traffic/scenario.ts'
import { listMails } from './traffic/sign-ups.ts'
import { type Account, runTraffic, type SimulatedUser, throwUnanswered } from './traffic/simulated-user.ts'

if (process.env.TEST_DATABASE === 'postgres') {
  const [office, server] = await Promise.all([startMailServer(), startPostgres()])
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'research-platform-outage-'))
  // Without heartbeats only signals make a stream read.
  const settings = { ...createSettings(office), DATA_DIR, DATABASE_URL: server.url, STREAM_HEARTBEAT: '3600' }
  const program = await serve(settings)
  after(async () => {
    program.kill('SIGKILL')
    await program.ended
    await Promise.all([server.stop(), office.close(), rm(DATA_DIR, { recursive: true })])
  })
  const scenario = await createScenario(program, office)

  describe('a PostgreSQL that is restarted under traffic', () => {
    it('loses nothing that was acknowledged, and the service needs no restart', async (t) => {
      const crowd = gatherAnswers(program, scenario)
      t.after(crowd.leave)
      const stream = await follow(program.address, '/notifications/stream', {
        authorization: `Bearer ${scenario.recruiter.token}`,
      })
      for (const blow of ['SIGINT', 'SIGQUIT', 'SIGKILL'] satisfies Blow[]) {
        await crowd.waitForAll()
        await end(server, blow)
        await assertAway(program, scenario.recruiter)
        await waitUntilBack(server)
        await crowd.waitForAll()
      }
      // Work that is in progress when the outage ends runs first.
      const [{ id }] = (await program.as(scenario.recruiter.token).get('/notifications?limit=1')).data
      while ((await stream.next()).id <= id);
      await stream.close()
      await crowd.leave()

      await scenario.check(program)
      await assertMailed(program)
    })
  })

  /** A due mail is sent now. */
  async function assertMailed({ anonymous }: Serving) {
    const email = createUniqueEmail()
    await anonymous.post('/auth/signup', { name: 'Ada', email, password })
    await waitUntil(() => listMails(office, email).length === 1)
  }
}

/** Sends traffic until the users stop. */
function gatherAnswers(program: Serving, { users }: Scenario) {
  const seen = { isOver: false, done: new Set<SimulatedUser>() }
  const everything = runTraffic(throwUnanswered(program), users, {
    done: (user) => void seen.done.add(user),
    isOver: () => seen.isOver,
  })
  return {
    /** Resolves when every user has done another step. */
    async waitForAll() {
      seen.done.clear()
      while (seen.done.size < users.length) await Promise.race([everything, pause(5)])
    },
    async leave() {
      seen.isOver = true
      await everything
    },
  }
}

const form = () => ({ body: createForm({ type: 'document', file: new File(['x'], 'note.txt') }) })

/** Requests that need the database fail immediately; others work. */
async function assertAway({ anonymous, as }: Serving, { token }: Account) {
  const me = as(token)
  const live = await anonymous.get('/health/live')
  const ready = await anonymous.get('/health/ready')
  const refused = await Promise.all([
    anonymous.post('/auth/login', { email: 'ada@example.org', password }),
    anonymous.get('/subscriptions/plans'),
    me.get('/auth/me'),
    me.get('/notifications/stream'),
    me.post('/search/intelligent', { query: 'botany' }),
    me.post('/job-posts', { title: 'x', description: 'x' }, { 'idempotency-key': 'away' }),
    me.send('POST', '/upload', form()),
  ])
  assert.deepEqual([live.status, ready.status, ready.headers.get('retry-after')], [200, 503, '2'])
  assert.deepEqual(ready.errors, { database: ['The database cannot be reached.'] })
  const sentence = 'The database cannot be reached at the moment, please try again.'
  for (const { status, headers, text } of refused)
    assert.deepEqual(
      [status, headers.get('retry-after'), JSON.parse(text)],
      [503, '2', { code: 503, error: true, status: 'error', message: sentence }],
    )
}
