/**
 * Uploads: one gigabyte at once and in chunks, compared with a plain server, and the effect of forty parallel uploads
 * on other requests.
 */

import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../clients/typescript/src/index.ts'
import { folderFor } from '../support/data.ts'
import { median, milliseconds, percentile, printTable, ratio, whole } from '../support/figures.ts'
import type { Part } from '../support/part.ts'
import { type Server, startPlainUploadServer, startService } from '../support/servers.ts'
import { atOnce, fortyAtOnce, inChunks, type Upload } from '../support/uploads.ts'

const megabyte = 1024 * 1024

export const files: Part = {
  name: 'files',
  about: 'uploads of a gigabyte, against a plain server, and forty at a time',
  async run({ folder, rounds, seconds }) {
    const rows = [
      createRow('At once', await compared(folder, rounds, atOnce)),
      createRow('In chunks of 16 MB', await compared(folder, rounds, inChunks)),
    ]
    const heads = ['MB/s', 'plain', 'ratio', 'target', 'flushing', 'ratio', 'CPU', 'plain', 'memory', 'target']
    printTable('Uploads of 1 GB, against a plain server and one that flushes too', ['', ...heads], rows)
    await withServer(folder, service, async (server, token) => {
      const alone = await measureTimes(server.url, token, pause(seconds * 1_000))
      const meanwhile = await measureTimes(server.url, token, fortyAtOnce(server.url, token))
      printTable(
        'GET /auth/me',
        ['', 'requests', 'median', 'p99', 'target'],
        [latencies('alone', alone, ''), latencies('during forty uploads', meanwhile, '< 50 ms')],
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

const service: Start = (dataDir) => startService({ dataDir })
const plain: Start = (folder) => startPlainUploadServer(folder, { flush: false })
const flushing: Start = (folder) => startPlainUploadServer(folder, { flush: true })

function createRow(name: string, { service, plain, flushing }: Compared): string[] {
  const speed = ({ seconds }: Measured) => whole(1024 / seconds)
  return [
    name,
    ...[speed(service), speed(plain), ratio(plain.seconds / service.seconds), '> 0.60'],
    ...[speed(flushing), ratio(flushing.seconds / service.seconds)],
    ...[`${service.cpu.toFixed(1)} s`, `${plain.cpu.toFixed(1)} s`],
    ...[`+${whole(service.grown)} MB`, '< 80 MB'],
  ]
}

const latencies = (name: string, times: readonly number[], target: string) => [
  name,
  whole(times.length),
  milliseconds(median(times)),
  milliseconds(percentile(times, 99)),
  target,
]

/** Alternates between the subjects, so that a change in the machine's speed affects all of them. */
async function compared(folder: string, rounds: number, upload: Upload): Promise<Compared> {
  const all: Compared[] = []
  for (let round = 0; round < rounds; round++)
    all.push({
      plain: await measured(folder, plain, upload),
      service: await measured(folder, service, upload),
      flushing: await measured(folder, flushing, upload),
    })
  return {
    service: summed(all.map((one) => one.service)),
    plain: summed(all.map((one) => one.plain)),
    flushing: summed(all.map((one) => one.flushing)),
  }
}

const summed = (all: readonly Measured[]): Measured => ({
  seconds: median(all.map(({ seconds }) => seconds)),
  cpu: median(all.map(({ cpu }) => cpu)),
  grown: Math.max(...all.map(({ grown }) => grown)),
})

const measured = (folder: string, start: Start, upload: Upload): Promise<Measured> =>
  withServer(folder, start, async (server, token) => {
    warmMemory(folder)
    const { memory: before } = await server.observe()
    const sum = { cpu: 0, memory: before }
    const begin = performance.now()
    const over = upload(server.url, token)
    await during(over, async () => {
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
  const path = folderFor(folder, 'warm')
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
  const own = folderFor(folder, `uploads ${Math.random()}`)
  mkdirSync(own, { recursive: true })
  const server = await start(own)
  try {
    return await work(server, await signedUp(server.url))
  } finally {
    await server.stop()
    rmSync(own, { recursive: true, force: true })
  }
}

/** Measures the duration of requests, in milliseconds, until the promise settles. */
async function measureTimes(url: string, token: string, over: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  await during(over, async () => {
    const begin = performance.now()
    const reply = await fetch(`${url}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    times.push(performance.now() - begin)
    await pause(5)
  })
  return times
}

/** Repeats the function until the promise settles. */
async function during(over: Promise<unknown>, work: () => Promise<void>) {
  let running = true
  const watching = over.finally(() => {
    running = false
  })
  while (running) await work()
  await watching
}

async function signedUp(url: string): Promise<string> {
  const body = { name: 'Bench', email: 'bench@example.org', password: 'bench bench' }
  return (await createClient({ baseUrl: url }).signUp({ body })).data.token
}
