import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const usesGlibc = process.platform === 'linux' && 'glibcVersionRuntime' in getReport().header
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

/**
 * Hashes four passwords at a time, and reports the megabytes that the process has then more than before, and the pages that a hash took from
 * the system while others followed.
 */
const hashPasswords = `
  const { limitAllocator, loadResidentMemory } = await import(process.argv[1])
  const { createPasswords } = await import(process.argv[1].replace('resident-memory', 'passwords'))
  await limitAllocator(process.env)
  const passwords = createPasswords(undefined, { atOnce: 4 })
  const hashFour = () => Promise.all(Array.from({ length: 4 }, (_, one) => passwords.hash('password ' + one, 'urgent', '')))
  const before = process.memoryUsage.rss()
  await hashFour()
  await hashFour()
  const { minorPageFault } = process.resourceUsage()
  for (let times = 0; times < 4; times++) await hashFour()
  const pages = Math.round((process.resourceUsage().minorPageFault - minorPageFault) / 16)
  const measureGrowth = () => Math.round((process.memoryUsage.rss() - before) / 2 ** 20)
  const deadline = performance.now() + Number(process.argv[2])
  const memory = await loadResidentMemory()
  while (measureGrowth() >= 19 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    memory.trimAllocator()
  }
  console.log(JSON.stringify({ pages, grown: measureGrowth() }))
`
/** The time in which the memory must be given back. */
const giveBackMs = 20_000
const keepBlocks = { MALLOC_ARENA_MAX: '8', MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '1073741824' }

describe('resident memory', () => {
  it('keeps the memory of password hashes for those that follow, and then returns it', {
    skip: !usesGlibc,
  }, async () => {
    const { grown, pages } = await runProgram(hashPasswords)

    // A hash takes 4,864 pages of 4 kB.
    assert.ok(pages < 1_000, `Each hash took ${pages} pages anew.`)
    assert.ok(grown < 19, `${grown} MB were kept.`)
  })

  it('leaves the allocator as the environment says', { skip: !usesGlibc }, async () => {
    const { grown } = await runProgram(hashPasswords, keepBlocks, 3_000)

    assert.ok(grown >= 19, `Only ${grown} MB were kept.`)
  })

  it('returns free blocks that lie between blocks in use, with the allocator of glibc', async () => {
    const { found, freed, kept } = await runProgram(freeBlocks, { MALLOC_ARENA_MAX: '1' })

    assert.equal(kept, 600)
    assert.equal(found, usesGlibc)
    if (usesGlibc) assert.ok(freed > 50, `Only ${freed} MB were given back.`)
  })
})

async function runProgram(program: string, allocator: NodeJS.ProcessEnv = {}, waitMs = giveBackMs) {
  const options = [
    '--expose-gc',
    '--input-type=module',
    '--disable-warning=ExperimentalWarning',
    '-e',
    program,
    module,
    `${waitMs}`,
  ]
  const env = { ...process.env, ...allocator }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, options, { env })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

function getReport() {
  return process.report.getReport() as unknown as { header: object }
}
