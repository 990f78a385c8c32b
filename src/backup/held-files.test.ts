import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { HeldFiles } from './held-files.ts'

async function folders(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'research-platform-held-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const [folder, holding] = [join(root, 'files'), join(root, 'holding')]
  const keep = async (path: string, content: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // Stores a file as the storage does: whole, under its final name.
    await writeFile(join(root, 'arriving'), content)
    await rename(join(root, 'arriving'), join(folder, path))
  }
  return {
    keep,
    remove: (path: string) => rm(join(folder, path)),
    held: (path: string) => readFile(join(holding, path), 'utf8'),
    files: new HeldFiles(folder, holding),
  }
}

describe('held files', () => {
  it('survive their removal', async (t) => {
    const { files, keep, remove, held } = await folders(t)
    await keep('public/a.txt', 'a')
    await files.hold()
    const paths = await files.hold()

    await remove('public/a.txt')

    assert.deepEqual([paths, await held('public/a.txt')], [['public/a.txt'], 'a'])
  })

  it('include files that were added since the start, and exclude files that were removed before', async (t) => {
    const { files, keep, remove, held } = await folders(t)
    await keep('private/resumes/gone.pdf', 'gone')
    await keep('public/stays.txt', 'stays')
    await files.hold()

    await remove('private/resumes/gone.pdf')
    await keep('private/resumes/came.pdf', 'came')
    const paths = await files.hold()

    assert.deepEqual(paths.sort(), ['private/resumes/came.pdf', 'public/stays.txt'])
    assert.equal(await held('private/resumes/came.pdf'), 'came')
  })

  it('contain the last version of a chunk that was sent twice', async (t) => {
    const { files, keep, held } = await folders(t)
    await keep('chunks/7.parts/0', 'first')
    await files.hold()

    await keep('chunks/7.parts/0', 'second')
    await files.hold()

    assert.equal(await held('chunks/7.parts/0'), 'second')
  })

  it('contain every chunk of a large file', async (t) => {
    const { files, keep, held } = await folders(t)
    await keep('public/film.mp4/0', 'first')
    await files.hold()
    await keep('public/film.mp4/1048576', 'second')

    const paths = await files.hold()

    assert.deepEqual(paths.sort(), ['public/film.mp4/0', 'public/film.mp4/1048576'])
    assert.equal(await held('public/film.mp4/1048576'), 'second')
  })

  it('exclude unfinished uploads and files that the service did not create', async (t) => {
    const { files, keep } = await folders(t)
    for (const path of ['incoming/x', 'public/.DS_Store', 'public/a b.txt', 'stray']) await keep(path, '')
    await keep('public/a.txt', '')

    assert.deepEqual(await files.hold(), ['public/a.txt'])
  })

  it('are empty when no file was ever stored', async (t) => {
    const { files } = await folders(t)

    assert.deepEqual(await files.hold(), [])
  })
})
