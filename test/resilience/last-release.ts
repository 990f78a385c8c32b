/** The program of the last release, kept in an archive, because an installation has no other versions. */

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, type Headers, pack } from 'tar-fs'

const archive = fileURLToPath(new URL('./last-release.tar.zst', import.meta.url))
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Replaces the archive. `paths` are relative to `root`. */
export async function keepRelease(root: string, paths: string[]): Promise<void> {
  // The same files make the same archive.
  const map = (header: Headers) => ({ ...header, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 })
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  await pipeline(pack(root, { entries: paths, map }), createZstdCompress({ params }), createWriteStream(archive))
}

/** Unpacks the release, with the packages that are installed now. Returns its main module. */
export async function unpackRelease(): Promise<{ main: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'research-platform-release-'))
  await pipeline(createReadStream(archive), createZstdDecompress(), extract(folder))
  await symlink(packages, join(folder, 'node_modules'))
  await linkOwnPackages(folder)
  return { main: join(folder, 'src', 'main.ts'), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Links the packages that the release brings where its modules look first, because `node_modules` has those of this version. */
async function linkOwnPackages(folder: string): Promise<void> {
  const scope = join(folder, 'src', 'node_modules', '@research-platform')
  await mkdir(scope, { recursive: true })
  for (const name of await readdir(join(folder, 'packages')).catch(() => []))
    await symlink(join(folder, 'packages', name), join(scope, name))
}
