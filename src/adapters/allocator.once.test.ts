import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

/** Frees 120 MB of small blocks, of which every hundredth stays, and prints the resident megabytes before and after. */
const program = `
  const { loadTrimAllocator } = await import(process.argv[1])
  const blocks = Array.from({ length: 60000 }, () => Buffer.alloc(2000, 1))
  const kept = blocks.filter((_, index) => index % 100 === 0)
  blocks.length = 0
  gc()
  const trim = await loadTrimAllocator()
  const before = process.memoryUsage.rss()
  trim?.()
  console.log(JSON.stringify({ kept: kept.length, freed: Math.round((before - process.memoryUsage.rss()) / 2 ** 20), found: trim !== null }))
`

describe('the memory allocator', () => {
  it('gives back what lies between blocks in use, where it is that of glibc', async () => {
    const module = new URL('./allocator.ts', import.meta.url).href
    const options = [
      '--expose-gc',
      '--input-type=module',
      '--disable-warning=ExperimentalWarning',
      '-e',
      program,
      module,
    ]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, options, {
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    })

    const { found, freed, kept } = JSON.parse(stdout)
    assert.equal(stderr, '')
    assert.equal(kept, 600)
    const usesGlibc = process.platform === 'linux' && 'glibcVersionRuntime' in getReport().header
    assert.equal(found, usesGlibc)
    if (usesGlibc) assert.ok(freed > 50, `Only ${freed} MB were given back.`)
  })
})

const getReport = () => process.report.getReport() as unknown as { header: object }
