import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const module = new URL('./resident-memory.ts', import.meta.url).href

/** Frees 120 MB of small blocks, of which every hundredth stays, and reports the megabytes that were given back. */
const freeBlocks = `
  const { loadResidentMemory } = await import(process.argv[1])
  const blocks = Array.from({ length: 60000 }, () => Buffer.alloc(2000, 1))
  const kept = blocks.filter((_, index) => index % 100 === 0)
  blocks.length = 0
  gc()
  const memory = await loadResidentMemory()
  const before = process.memoryUsage.rss()
  memory?.trimAllocator()
  console.log(JSON.stringify({ kept: kept.length, freed: Math.round((before - process.memoryUsage.rss()) / 2 ** 20), found: memory !== null }))
`

/** Unmaps the program file twenty times while another thread works. Reports the most megabytes given back, and the results before and after. */
const unmapProgram = `
  const { loadResidentMemory } = await import(process.argv[1])
  const { createHash } = await import('node:crypto')
  const { gzipSync, gunzipSync } = await import('node:zlib')
  const { Worker } = await import('node:worker_threads')
  const use = () => [
    createHash('sha256').update('text').digest('hex'),
    gunzipSync(gzipSync('text')).toString(),
    new Intl.DateTimeFormat('ar-EG', { dateStyle: 'full', timeZone: 'Africa/Nairobi' }).format(0),
    'Straße'.normalize('NFKD').toLocaleUpperCase('de').match(/\\p{Lu}+/u)[0],
  ]
  const memory = await loadResidentMemory()
  const before = use()
  const compress = \`
    const { gzipSync } = process.getBuiltinModule('node:zlib')
    for (let round = 0; round < 400; round++) gzipSync(Buffer.alloc(20000, round))
    process.getBuiltinModule('node:worker_threads').parentPort.postMessage('done')
  \`
  const worker = new Worker(compress, { eval: true })
  const done = new Promise((resolve) => worker.once('message', resolve))
  let freed = 0
  for (let round = 0; round < 20; round++) {
    const resident = process.memoryUsage.rss()
    memory?.unmapProgram()
    freed = Math.max(freed, resident - process.memoryUsage.rss())
    await new Promise(setImmediate)
  }
  console.log(JSON.stringify({ freed: Math.round(freed / 2 ** 20), found: memory !== null, before, after: use(), worker: await done }))
`

describe('resident memory', () => {
  it('returns free blocks that lie between blocks in use, with the allocator of glibc', async () => {
    const { found, freed, kept } = await runProgram(freeBlocks)

    assert.equal(kept, 600)
    assert.equal(found, usesGlibc)
    if (usesGlibc) assert.ok(freed > 50, `Only ${freed} MB were given back.`)
  })

  it('unmaps the program file while threads run, which go on with the same results', async () => {
    const { found, freed, before, after, worker } = await runProgram(unmapProgram)

    assert.deepEqual(after, before)
    assert.equal(worker, 'done')
    assert.equal(found, usesGlibc)
    if (usesGlibc) assert.ok(freed > 20, `Only ${freed} MB were given back.`)
  })
})

async function runProgram(program: string) {
  const options = ['--expose-gc', '--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program, module]
  const env = { ...process.env, MALLOC_ARENA_MAX: '1' }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, options, { env })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

const usesGlibc = process.platform === 'linux' && 'glibcVersionRuntime' in getReport().header

function getReport() {
  return process.report.getReport() as unknown as { header: object }
}
