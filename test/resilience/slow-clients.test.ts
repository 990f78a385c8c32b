import assert from 'node:assert/strict'
import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp, type Person, type TestApp } from '../support/app.ts'
import { waitUntil } from '../support/background.ts'
import { createForm, getPath } from '../support/forms.ts'
import { sendNotification } from '../support/notifications.ts'

/** Seconds. */
const shortTimeouts = { REQUEST_TIMEOUT: '1', STREAM_HEARTBEAT: '1' }
const megabyte = 1024 * 1024

interface Slow {
  socket: Socket
  /** The bytes received until the service closed the connection. */
  end: Promise<{ received: string }>
}

/** A connection that sends something, then repeatedly sends a little more. */
function createSlowRequest(address: string, first: string, trickle = ''): Slow {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true })
  // The service may close it while it is written to.
  socket.on('error', () => undefined)
  socket.write(first, 'latin1')
  const dripping = setInterval(() => {
    if (trickle !== '' && socket.writable) socket.write(trickle, 'latin1')
  }, 100)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearInterval(dripping)
      resolve()
    })
  })
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  socket.on('end', () => socket.destroy())
  const end = closed.then(() => ({ received }))
  return { socket, end }
}

/** A connection that requests and does not read. */
function createDeafClient(address: string, asked: string): Slow {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1' }).pause()
  socket.on('error', () => undefined)
  socket.write(asked)
  return { socket, end: new Promise(() => undefined) }
}

const formatHead = (method: string, path: string, { token }: Person, ...more: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: api.test', `Authorization: Bearer ${token}`, ...more, '', ''].join('\r\n')

const boundary = 'x-boundary-x'
const multipart = `Content-Type: multipart/form-data; boundary=${boundary}`
const halfAFile = [
  `--${boundary}\r\nContent-Disposition: form-data; name="type"\r\n\r\nproject_file\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n${'x'.repeat(400_000)}`,
].join('')

/** What each client sends first, and then repeatedly. */
const sendSlowly = (person: Person): Record<string, [string, string?]> => ({
  'says nothing': [''],
  'sends its headers byte by byte': ['GET /health/live HTTP/1.1\r\nHost: api.test\r\nX-Long: ', 'a'],
  'sends half a body': [
    `${formatHead('POST', '/projects', person, 'Content-Type: application/json', 'Content-Length: 100')}{"title":`,
  ],
  'sends a body byte by byte': [
    formatHead('POST', '/projects', person, 'Content-Type: application/json', 'Content-Length: 900'),
    ' ',
  ],
  'sends a body without an end': [
    formatHead('POST', '/projects', person, 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
    '1\r\n \r\n',
  ],
  'sends a body that nobody asked for': [
    formatHead('GET', '/auth/me', person, 'Transfer-Encoding: chunked'),
    '1\r\n \r\n',
  ],
  'stops in the middle of a file': [
    formatHead('POST', '/upload', person, multipart, 'Content-Length: 900000') + halfAFile,
  ],
  'sends a file byte by byte': [
    formatHead('POST', '/upload', person, multipart, 'Content-Length: 900000') + halfAFile,
    'x',
  ],
})

/** A user with more notifications than socket buffers hold, and a larger file. */
async function createLargeFile(app: TestApp): Promise<{ person: Person; file: string }> {
  const person = await app.given.user()
  for (let count = 0; count < 4; count++)
    await sendNotification(app.platform, person, { message: 'x'.repeat(3 * megabyte) })
  const body = createForm({
    type: 'project_file',
    file: new File([new Uint8Array(24 * megabyte)], 'large.bin'),
  })
  const { data } = await person.send('POST', '/upload', { body })
  return { person, file: getPath(data.file.url) }
}

const readNothing = ({ person, file }: { person: Person; file: string }) => [
  formatHead('GET', file, person),
  formatHead('GET', '/notifications/stream', person, 'Last-Event-ID: 0'),
]

const countConnections = ({ service }: TestApp) =>
  new Promise<number>((resolve, reject) =>
    service.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** Files of the service that this process has open, where the system reports them. */
async function openFiles({ platform }: TestApp): Promise<string[]> {
  const own = join(platform.config.dataDir, 'files')
  const held = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(held.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(own))
}

const listFiles = async ({ platform }: TestApp) =>
  (await readdir(join(platform.config.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name)

describe('a slow client', () => {
  it('is disconnected, leaves nothing, and does not delay other clients', async () => {
    const app = await createApp(shortTimeouts)
    const loaded = await createLargeFile(app)
    const person = await app.given.user()
    const before = await listFiles(app)
    const kinds = Object.entries(sendSlowly(person))

    const idle = Array.from({ length: 300 }, () => createSlowRequest(app.address, ''))
    const slowly = kinds.map(([, [first, trickle]]) => createSlowRequest(app.address, first, trickle))
    const unread = readNothing(loaded).map((asked) => createDeafClient(app.address, asked))
    let answered = 0
    let waiting = true
    const ends = Promise.all([...idle, ...slowly].map(({ end }) => end)).finally(() => {
      waiting = false
    })
    while (waiting) {
      assert.equal((await app.anonymous.get('/health/live')).status, 200)
      answered++
      await pause(20)
    }
    await ends
    for (const [index, [what]] of kinds.entries()) {
      const { received } = (await slowly[index]?.end) ?? { received: '' }
      assert.match(received, what.endsWith('asked for') ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 408 /, what)
    }
    assert.ok(answered > 1, 'Requests are answered while the slow clients still hold their connections.')
    await waitUntil(async () => (await openFiles(app)).length === 0)
    // Connections of the health checks stay open for the next request.
    await waitUntil(async () => (await countConnections(app)) <= 4)
    assert.deepEqual(await listFiles(app), before)
    assert.deepEqual((await person.get('/files')).data, [])
    assert.deepEqual((await person.get('/projects?mine=true')).data, [])
    for (const { socket } of unread) socket.destroy()
  })

  it('does not keep the service from stopping', async () => {
    const app = await createApp(shortTimeouts)
    const loaded = await createLargeFile(app)
    const person = await app.given.user()
    const slowly = Object.values(sendSlowly(person)).map(([first, trickle]) =>
      createSlowRequest(app.address, first, trickle),
    )
    const unread = readNothing(loaded).map((asked) => createDeafClient(app.address, asked))
    await waitUntil(async () => (await countConnections(app)) >= slowly.length + unread.length)

    await app.service.stop()

    await Promise.all(slowly.map(({ end }) => end))
    assert.deepEqual(await openFiles(app), [])
    for (const { socket } of unread) socket.destroy()
  })
})
