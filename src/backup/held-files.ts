/**
 * Hard links to the files of a running service, so that the files of one moment can be copied later. A stored file
 * never changes, and the link preserves it when the service removes it.
 */

import { constants, copyFile, link, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { rethrowUnlessMissing } from '#core/missing-files.ts'
import { runForEach } from './file-copies.ts'
import { isKept } from './manifest.ts'

/** Arriving files belong to no row yet. */
const arriving = 'incoming'
/** The only files that may be replaced under the same name. */
const replaceable = 'chunks/'

export class HeldFiles {
  readonly #folder: string
  readonly #holding: string
  readonly #held = new Set<string>()

  constructor(folder: string, holding: string) {
    this.#folder = folder
    this.#holding = holding
  }

  /** Returns the held paths of the files with these keys and of parts of uploads, and the keys of the others. */
  findHeld(keys: readonly string[]): { paths: string[]; missing: string[] } {
    const missing = new Set(keys)
    const known = new Set(keys)
    const paths = [...this.#held].filter((path) => {
      // A large file is a folder of pieces with its key.
      const key = known.has(path) ? path : dirname(path)
      missing.delete(key)
      return known.has(key) || path.startsWith(replaceable)
    })
    return { paths, missing: [...missing] }
  }

  /** Links the current files and returns their paths. The second call links only the files that are new since. */
  async hold(): Promise<string[]> {
    const paths = await listFiles(this.#folder)
    const fresh = paths.filter((path) => path.startsWith(replaceable) || !this.#held.has(path))
    await runForEach(new Set(fresh.map((path) => dirname(path))), async (folder) => {
      await mkdir(join(this.#holding, folder), { recursive: true, mode: 0o700 })
    })
    await runForEach(fresh, (path) => this.#hold(path))
    return paths.filter((path) => this.#held.has(path))
  }

  async #hold(path: string) {
    const target = join(this.#holding, path)
    await rm(target, { force: true })
    this.#held.delete(path)
    if (await linkOrCopy(join(this.#folder, path), target)) this.#held.add(path)
  }
}

/** Returns false for a missing file: no row refers to it. */
async function linkOrCopy(source: string, target: string): Promise<boolean> {
  try {
    // Not all file systems support links.
    await link(source, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error
      return copyFile(source, target, constants.COPYFILE_FICLONE)
    })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** Lists the files that the service has stored in the folder, with `/` on all systems. */
export async function listFiles(folder: string): Promise<string[]> {
  // A service that never stored a file has no folder for files.
  const found = (await rethrowUnlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? []
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(folder.length + 1).replaceAll(sep, '/')}/${name}`)
    .filter((path) => !path.startsWith(`${arriving}/`) && isKept(path))
}
