import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../support/background.ts'
import { createConfig } from '../support/database.ts'
import { serve } from './program.ts'

const megabyte = 1024 * 1024

const { config, drop } = await createConfig()
const settings = {
  APP_SECRET: 'a secret that only the tests know of',
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
}
let program = await serve(settings)
after(async () => {
  program.kill('SIGKILL')
  await program.ended
  await drop()
})

it('an upload with tus goes on where a killed service had stored it', async () => {
  const film = randomBytes(60 * megabyte)
  film.set(Buffer.from('00000018667479706d703432000000006d7034326d703431', 'hex'))
  const person = {
    name: 'Ada',
    email: 'ada@example.org',
    password: 'correct horse',
    password_confirmation: 'correct horse',
  }
  const { data } = await program.anonymous.post('/auth/signup', person)
  const headers = { authorization: `Bearer ${data.token}`, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${program.address}/upload/tus`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(film.length),
      'upload-metadata': `filename ${Buffer.from('film.mp4').toString('base64')}`,
    },
  })
  const path = created.headers.get('location') ?? ''
  const send = (offset: number, body: ReadableStream | Uint8Array<ArrayBuffer>) =>
    fetch(`${program.address}${path}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body,
      duplex: 'half',
    })
  const getOffset = async () => {
    const { headers: known } = await fetch(`${program.address}${path}`, { method: 'HEAD', headers })
    return Number(known.get('upload-offset'))
  }
  async function* sendSlowly() {
    for (let at = 0; at < film.length; at += megabyte) {
      if (at > 40 * megabyte) await pause(200)
      yield new Uint8Array(film.subarray(at, at + megabyte))
    }
  }

  const sending = send(0, ReadableStream.from(sendSlowly())).catch(() => null)
  await waitUntil(async () => (await getOffset()) >= 32 * megabyte)
  program.kill('SIGKILL')
  await program.ended
  await sending
  program = await serve(settings)
  const offset = await getOffset()
  // Until the claim of the killed service has ended.
  await waitUntil(async () => (await send(offset, new Uint8Array())).status !== 423)
  const rest = await send(offset, new Uint8Array(film.subarray(offset)))

  assert.ok(offset >= 32 * megabyte && offset < film.length, `${offset} bytes were stored`)
  assert.equal(rest.status, 204, await rest.text())
  const [file] = (await program.as(data.token).get('/files')).data
  const stored = await fetch(file.url.replace(/^https?:\/\/[^/]+/, program.address))
  assert.ok(Buffer.from(await stored.arrayBuffer()).equals(film))
})
