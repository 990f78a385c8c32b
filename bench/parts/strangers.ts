/**
 * What an ordinary account with a script can cost others: pictures that are large when they are decoded, changes of
 * passwords, a course that is expensive to render, and files that unpack to gigabytes. `--against` measures another checkout in the same run.
 */

import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { createFolder } from '../support/data.ts'
import { formatMilliseconds, formatWhole, getPercentile, printTable } from '../support/figures.ts'
import { createCredential, createHostilePdf } from '../support/hostile-credentials.ts'
import { measureGrowth } from '../support/memory.ts'
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
  const waits: number[] = []
  const growth = await measureGrowth(server, async () => {
    let running = true
    const attack = Promise.all(Array.from({ length: bombs }, uploadBomb)).finally(() => {
      running = false
    })
    do waits.push(await measureTime(uploadAvatar))
    while (running)
    await attack
  })
  return [
    [`avatar of another, beside ${name}: longest`, formatMilliseconds(Math.max(...waits)), '< 1000 ms'],
    [`memory, beside ${name}`, `+${formatWhole(growth)} MB`, '< 150 MB'],
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
  let beside: number | null = null
  const growth = await measureGrowth(server, async () => {
    const attack = Promise.all(Array.from({ length: 3 }, () => check(hostile))).catch(() => null)
    beside = await measureTime(() => check(genuine)).catch(() => null)
    await attack
  })
  return [
    ['check of a credential: median', formatMilliseconds(getPercentile(times.slice(1), 50)), ''],
    [
      'check of another, beside three PDFs of 500 MB',
      beside === null ? 'the service has ended' : formatMilliseconds(beside),
      '< 20000 ms',
    ],
    ['memory, beside three PDFs of 500 MB', `+${formatWhole(growth)} MB`, '< 700 MB'],
  ]
}
