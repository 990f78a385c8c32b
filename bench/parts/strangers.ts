/**
 * What an ordinary account with a script can cost others: pictures that are large when they are decoded, changes of
 * passwords, a course that is expensive to render, and files that unpack to gigabytes. `--against` measures another checkout in the same run.
 */

import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createKeyPair, signCredential } from '#adapters/credentials/sign.ts'
import { createFolder } from '../support/data.ts'
import { formatMilliseconds, formatWhole, getPercentile, printTable } from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const password = 'a password for measurements'
const bombs = 10
const passwordChangers = 75
const changesPerSecond = 33
const downloads = 10

export const strangers: Part = {
  name: 'strangers',
  about: 'what others wait beside bombs of pixels, password changes, a hostile course and hostile credentials',
  async run(options) {
    const huge = await createBomb(12_000, 10_000, 'cmyk')
    const largest = await createBomb(6_000, 4_100, 'srgb')
    const own = await measureAll(options, undefined, { huge, largest })
    const other = options.against === null ? null : await measureAll(options, options.against, { huge, largest })
    const rows = own.map(([name, value, target], index) => [name, other?.[index]?.[1] ?? '', value, target])
    printTable('What strangers cost', ['', 'against', 'measured', 'target'], rows)
  },
}

const checks = 30

/** A progressive JPEG that is small as a file. */
const createBomb = async (width: number, height: number, space: 'cmyk' | 'srgb'): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
      .toColourspace(space)
      .jpeg({ quality: 30, progressive: true })
      .toBuffer(),
  )

type Row = [name: string, value: string, target: string]
type Bombs = Record<'huge' | 'largest', Uint8Array<ArrayBuffer>>

async function measureAll({ folder, seconds }: Options, root: string | undefined, given: Bombs): Promise<Row[]> {
  const dataDir = createFolder(folder, root === undefined ? 'strangers' : 'strangers against')
  mkdirSync(dataDir, { recursive: true })
  const server = await startService({ dataDir, ...(root && { root }) })
  try {
    return [
      ...(await measurePictures(server, 'ten pictures of 120 megapixels', given.huge)),
      ...(await measurePictures(server, 'ten pictures of 25 megapixels', given.largest)),
      await measurePasswords(server, seconds),
      await measureCourse(server),
      ...(await measureCredentials(server)),
    ]
  } finally {
    await server.stop()
  }
}

interface Sender {
  server: Server
  token: string | null
}

interface Account extends Sender {
  id: number
  email: string
}

let accounts = 0

async function send({ server, token }: Sender, method: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const bytes = await response.arrayBuffer()
  return { status: response.status, bytes }
}

async function signUp(server: Server, role = 'researcher'): Promise<Account> {
  const email = `stranger-${++accounts}@example.org`
  const { bytes } = await send({ server, token: null }, 'POST', '/auth/signup', {
    name: 'Stranger',
    email,
    password,
    role,
  })
  const { data } = JSON.parse(Buffer.from(bytes).toString())
  return { server, id: data.user.id, email, token: data.token }
}

async function measureTime(work: () => Promise<{ status: number }>, expected = 200): Promise<number> {
  const begin = performance.now()
  const { status } = await work()
  if (status !== expected) throw new Error(`A request of a stranger was answered with ${status}.`)
  return performance.now() - begin
}

/** The memory of the service and its processes, in megabytes; pages that they share count once. */
async function readMemory({ pid }: Server): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const own = all.flatMap(([id = 0, parent]) => (id === pid || parent === pid ? [id] : []))
  const sizes = await Promise.all(own.map(readProportionalKilobytes))
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024
}

/** Linux only. 0 for a process that has just ended. */
async function readProportionalKilobytes(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
}

async function measurePictures(server: Server, name: string, bomb: Uint8Array<ArrayBuffer>): Promise<Row[]> {
  const [attacker, stranger] = [await signUp(server), await signUp(server)]
  const small = new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  const uploadAvatar = () => {
    const form = new FormData()
    form.append('avatar', new File([small], 'a.png'))
    return send(stranger, 'POST', '/auth/update-profile-picture', form)
  }
  const uploadBomb = () => {
    const form = new FormData()
    form.append('type', 'image')
    form.append('file', new File([bomb], 'a.jpg'))
    return send(attacker, 'POST', '/upload', form)
  }
  await measureTime(uploadAvatar)
  const before = await readMemory(server)
  let most = before
  let running = true
  const watching = (async () => {
    while (running) {
      most = Math.max(most, await readMemory(server))
      await pause(50)
    }
  })()
  const attack = Promise.all(Array.from({ length: bombs }, uploadBomb)).finally(() => {
    running = false
  })
  const waits: number[] = []
  do waits.push(await measureTime(uploadAvatar))
  while (running)
  await Promise.all([attack, watching])
  return [
    [`avatar of another, beside ${name}: longest`, formatMilliseconds(Math.max(...waits)), '< 1000 ms'],
    [`memory, beside ${name}`, `+${formatWhole(most - before)} MB`, '< 150 MB'],
  ]
}

async function measurePasswords(server: Server, seconds: number): Promise<Row> {
  const changers: Account[] = []
  for (let index = 0; index < passwordChangers; index++) changers.push(await signUp(server, 'learner'))
  const others = await Promise.all(Array.from({ length: 10 }, () => signUp(server, 'learner')))
  const change = (account: Account) =>
    send(account, 'PUT', `/users/${account.id}`, { password, current_password: password }).catch(() => null)
  const end = performance.now() + Math.max(10, 2 * seconds) * 1_000
  const storm: Promise<unknown>[] = []
  const storming = (async () => {
    for (let index = 0; performance.now() < end; index++) {
      const changer = changers[index % changers.length]
      if (changer) storm.push(change(changer))
      await pause(1_000 / changesPerSecond)
    }
  })()
  const waits: number[] = []
  for (let index = 0; performance.now() < end; index++) {
    const email = others[index % others.length]?.email
    const begin = performance.now()
    const { status } = await send({ server, token: null }, 'POST', '/auth/login', { email, password })
    waits.push(status === 200 ? performance.now() - begin : Number.POSITIVE_INFINITY)
    await pause(200)
  }
  await Promise.all([storming, ...storm])
  return ['login of another, beside password changes: p95', formatMilliseconds(getPercentile(waits, 95)), '< 1000 ms']
}

async function measureCourse(server: Server): Promise<Row> {
  const [attacker, stranger] = [await signUp(server), await signUp(server)]
  const createCourse = async (author: Account, contents: readonly string[]) => {
    const { bytes } = await send(author, 'POST', '/courses', { title: 'Course', description: 'Text.' })
    const { id } = JSON.parse(Buffer.from(bytes).toString()).data
    for (let start = 0; start < contents.length; start += 10) {
      const lessons = contents.slice(start, start + 10).map((content) => ({ title: 'Lesson', content }))
      await measureTime(() => send(author, 'PUT', `/courses/${id}`, { lessons }))
    }
    await send(author, 'POST', `/courses/${id}/enroll`)
    return `/courses/${id}/download`
  }
  const hostile = await createCourse(attacker, new Array(100).fill('a@b.c '.repeat(8_000)))
  const harmless = await createCourse(stranger, ['# Ferns\n\nThey *grow*.'])
  const alone = await measureTime(() => send(stranger, 'GET', harmless))

  const attack = Promise.all(Array.from({ length: downloads }, () => send(attacker, 'GET', hostile)))
  await pause(100)
  const beside = await measureTime(() => send(stranger, 'GET', harmless))
  await attack
  const value = `${formatMilliseconds(beside)} (alone ${formatMilliseconds(alone)})`
  return ['download of another, beside ten of a hostile course', value, '< 2000 ms']
}

/** A PDF of about a kilobyte whose attachment unpacks to 500 MB. */
function createHostilePdf(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(500_000_000, ' ')))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    '<< /Type /Filespec /F (a) /EF << /F 5 0 R >> >>',
    `<< /Type /EmbeddedFile /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.from(`%PDF-1.7\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

async function createCredential(): Promise<string> {
  const pair = await createKeyPair()
  const did = `did:key:${pair.publicKeyMultibase}`
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential'],
    issuer: did,
    credentialSubject: { id: 'urn:example:holder' },
  }
  const key = { ...pair, id: `${did}#${pair.publicKeyMultibase}`, controller: did }
  return JSON.stringify(await signCredential(credential, key, '2026-01-01T00:00:00Z'))
}

/** All files come from one network, which is the worst case: they are examined one after the other. */
async function measureCredentials(server: Server): Promise<Row[]> {
  const [hostile, genuine] = [createHostilePdf(), await createCredential()]
  const check = async (content: string | Buffer) => {
    const form = new FormData()
    form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'file'))
    const response = await fetch(`${server.url}/certificates/verify`, {
      method: 'POST',
      body: form,
      headers: { accept: 'application/json' },
    })
    return { status: response.status, bytes: await response.arrayBuffer() }
  }
  const times: number[] = []
  for (let count = 0; count < checks; count++) times.push(await measureTime(() => check(genuine)))
  const before = await readMemory(server)
  let most = before
  let running = true
  const watching = (async () => {
    while (running) {
      most = Math.max(most, await readMemory(server))
      await pause(50)
    }
  })()
  const attack = Promise.all(Array.from({ length: 3 }, () => check(hostile))).catch(() => null)
  const beside = await measureTime(() => check(genuine)).catch(() => null)
  await attack
  running = false
  await watching
  return [
    ['check of a credential: median', formatMilliseconds(getPercentile(times.slice(1), 50)), ''],
    [
      'check of another, beside three PDFs of 500 MB',
      beside === null ? 'the service has ended' : formatMilliseconds(beside),
      '< 20000 ms',
    ],
    ['memory, beside three PDFs of 500 MB', `+${formatWhole(most - before)} MB`, '< 700 MB'],
  ]
}
