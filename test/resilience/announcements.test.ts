import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../support/background.ts'
import type { Client } from '../support/client.ts'
import { createConfig } from '../support/database.ts'
import { serve } from './program.ts'

const admin = { email: 'root@example.org', password: 'correct horse' }
const { config, drop } = await createConfig()
const settings = {
  APP_SECRET: 'a secret that only the tests know of',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  DATA_DIR: config.dataDir,
  RATE_LIMIT_API: '0',
  ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
}
let program = await serve(settings)
after(async () => {
  program.kill('SIGKILL')
  await program.ended
  await drop()
})

const people = 60

/** Ends the service like a power failure, and starts it again. */
async function restart(token: string): Promise<Client> {
  program.kill('SIGKILL')
  await program.ended
  program = await serve(settings)
  return program.as(token)
}

it('an announcement reaches each person once when the service is killed before and between its turns', async () => {
  const { data } = await program.anonymous.post('/auth/login', admin)
  let root: Client = program.as(data.token)
  const rows = Array.from({ length: people }, (_, index) => `Ada,ada-${index}@example.org,student`)
  const imported = await root.post('/admin/users/import', { csv: ['name,email,role', ...rows].join('\n') })
  const isImported = async () => (await root.get(`/admin/users/imports/${imported.data.id}`)).data.status === 'finished'
  await waitUntil(isImported)
  const draft = { title: 'Maintenance', message: 'At noon.', roles: ['student'], channels: ['notification'] }
  const { data: begun } = await root.post('/admin/announcements', draft)
  const show = async () => {
    await pause(200)
    return (await root.get(`/admin/announcements/${begun.id}`)).data
  }

  root = await restart(data.token)
  await waitUntil(async () => (await show()).reached >= 50)
  root = await restart(data.token)
  await waitUntil(async () => (await show()).status === 'sent')

  assert.equal((await show()).reached, people)
  const { data: students } = await root.get('/admin/users?role=student&limit=100')
  assert.equal(students.length, people)
  for (const { id } of students) {
    const { notifications } = (await root.get(`/users/${id}/export`)).data
    const titles = notifications.map(({ title }: { title: string }) => title)
    assert.deepEqual(titles, ['Maintenance'], `person ${id}`)
  }
})
