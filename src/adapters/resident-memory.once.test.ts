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

describe('resident memory', () => {
  it('returns free blocks that lie between blocks in use, with the allocator of glibc', async () => {
    const { found, freed, kept } = await runProgram(freeBlocks)

    assert.equal(kept, 600)
    assert.equal(found, usesGlibc)
    if (usesGlibc) assert.ok(freed > 50, `Only ${freed} MB were given back.`)
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
