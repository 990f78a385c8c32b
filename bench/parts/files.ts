/**
 * Uploads: one gigabyte at once and in chunks, compared with a plain server, and the effect of forty parallel uploads
 * on other requests.
 */

import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../clients/typescript/src/index.ts'
import { createFolder } from '../support/data.ts'
import {
  formatMilliseconds,
  formatRatio,
  formatWhole,
  getMedian,
  getPercentile,
  printTable,
} from '../support/figures.ts'
import type { Part } from '../support/part.ts'
import { type Server, startPlainUploadServer, startService } from '../support/servers.ts'
import { inChunks, type Upload, uploadAtOnce, uploadForty } from '../support/uploads.ts'

const megabyte = 1024 * 1024

export const files: Part = {
  name: 'files',
  about: 'uploads of a gigabyte, against a plain server, and forty at a time',
  async run({ folder, rounds, seconds }) {
    const rows = [
      createRow('At once', await compareUploads(folder, rounds, uploadAtOnce)),
      createRow('In chunks of 16 MB', await compareUploads(folder, rounds, inChunks)),
    ]
    const heads = ['MB/s', 'plain', 'ratio', 'target', 'flushing', 'ratio', 'CPU', 'plain', 'memory', 'target']
    printTable('Uploads of 1 GB, against a plain server and one that flushes too', ['', ...heads], rows)
    await withServer(folder, createServiceSubject, async (server, token) => {
      const alone = await measureTimes(server.url, token, pause(seconds * 1_000))
      const meanwhile = await measureTimes(server.url, token, uploadForty(server.url, token))
      printTable(
        'GET /auth/me',
        ['', 'requests', 'median', 'p99', 'target'],
        [compareLatencies('alone', alone, ''), compareLatencies('during forty uploads', meanwhile, '< 50 ms')],
      )
    })
  },
}

/**
 * One upload: its duration, the server's processor time, both in seconds, and how many megabytes the server's memory
 * grew.
 */
interface Measured {
  seconds: number
  cpu: number
  grown: number
}

interface Compared {
  service: Measured
  plain: Measured
  flushing: Measured
}

type Start = (folder: string) => Promise<Server>

const createServiceSubject: Start = (dataDir) => startService({ dataDir })
const createPlainSubject: Start = (folder) => startPlainUploadServer(folder, { flush: false })
const createFlushingSubject: Start = (folder) => startPlainUploadServer(folder, { flush: true })

function createRow(name: string, { service, plain, flushing }: Compared): string[] {
  const toSpeed = ({ seconds }: Measured) => formatWhole(1024 / seconds)
  return [
    name,
    ...[toSpeed(service), toSpeed(plain), formatRatio(plain.seconds / service.seconds), '> 0.60'],
    ...[toSpeed(flushing), formatRatio(flushing.seconds / service.seconds)],
    ...[`${service.cpu.toFixed(1)} s`, `${plain.cpu.toFixed(1)} s`],
    ...[`+${formatWhole(service.grown)} MB`, '< 80 MB'],
  ]
}

const compareLatencies = (name: string, times: readonly number[], target: string) => [
  name,
  formatWhole(times.length),
  formatMilliseconds(getMedian(times)),
  formatMilliseconds(getPercentile(times, 99)),
  target,
]

/** Alternates between the subjects, so that a change in the machine's speed affects all of them. */
async function compareUploads(folder: string, rounds: number, upload: Upload): Promise<Compared> {
  const all: Compared[] = []
  for (let round = 0; round < rounds; round++)
    all.push({
      plain: await measureUpload(folder, createPlainSubject, upload),
      service: await measureUpload(folder, createServiceSubject, upload),
      flushing: await measureUpload(folder, createFlushingSubject, upload),
    })
  return {
    service: sum(all.map((one) => one.service)),
    plain: sum(all.map((one) => one.plain)),
    flushing: sum(all.map((one) => one.flushing)),
  }
}

const sum = (all: readonly Measured[]): Measured => ({
  seconds: getMedian(all.map(({ seconds }) => seconds)),
  cpu: getMedian(all.map(({ cpu }) => cpu)),
  grown: Math.max(...all.map(({ grown }) => grown)),
})

const measureUpload = (folder: string, start: Start, upload: Upload): Promise<Measured> =>
  withServer(folder, start, async (server, token) => {
    warmMemory(folder)
    const { memory: before } = await server.observe()
    const sum = { cpu: 0, memory: before }
    const begin = performance.now()
    const over = upload(server.url, token)
    await repeatDuring(over, async () => {
      const { cpu, memory } = await server.observe()
      sum.cpu += cpu / 1_000
      sum.memory = Math.max(sum.memory, memory)
      await pause(100)
    })
    const seconds = (performance.now() - begin) / 1_000
    return { seconds, cpu: sum.cpu, grown: (sum.memory - before) / megabyte }
  })

/**
 * Allocates as much memory for the system's page cache as an upload needs, and frees it. A virtual machine returns
 * memory that is unused for long to its host, and getting it back takes time; this makes all uploads start under the
 * same conditions.
 */
function warmMemory(folder: string) {
  const path = createFolder(folder, 'warm')
  const file = openSync(path, 'w')
  const piece = Buffer.alloc(16 * megabyte)
  for (let written = 0; written < 1024 * megabyte; written += piece.length) writeSync(file, piece)
  closeSync(file)
  rmSync(path)
}

/** Runs the function against a new server, and passes it an access token. */
async function withServer<T>(
  folder: string,
  start: Start,
  work: (server: Server, token: string) => Promise<T>,
): Promise<T> {
  const own = createFolder(folder, `uploads ${Math.random()}`)
  mkdirSync(own, { recursive: true })
  const server = await start(own)
  try {
    return await work(server, await withSignedUpUser(server.url))
  } finally {
    await server.stop()
    rmSync(own, { recursive: true, force: true })
  }
}

/** Measures the duration of requests, in milliseconds, until the promise settles. */
async function measureTimes(url: string, token: string, over: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  await repeatDuring(over, async () => {
    const begin = performance.now()
    const reply = await fetch(`${url}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    times.push(performance.now() - begin)
    await pause(5)
  })
  return times
}

/** Repeats the function until the promise settles. */
async function repeatDuring(over: Promise<unknown>, work: () => Promise<void>) {
  let running = true
  const watching = over.finally(() => {
    running = false
  })
  while (running) await work()
  await watching
}

async function withSignedUpUser(url: string): Promise<string> {
  const body = { name: 'Bench', email: 'bench@example.org', password: 'bench bench' }
  return (await createClient({ baseUrl: url }).signUp({ body })).data.token
}
