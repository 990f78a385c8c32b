/** Opens a headless Chromium from npm, so that tests in a browser need nothing that is installed on the machine. */

import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { extract } from 'tar-fs'
import { addCost } from './costs.ts'

/** The package has a program for this platform only; elsewhere a browser that is installed is used. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'
const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Why tests in a browser are not possible on this machine; false when they are. */
export const noBrowser = !isPackaged && !existsSync(installed) && 'Set CHROMIUM_PATH to a Chromium.'

/** Opens the browser. `args` are options of its command line. */
export async function openBrowser(...args: string[]): Promise<Browser> {
  addCost('browsers')
  // Drawing by the processor alone takes a sixth less of its time than an emulated graphics processor.
  const options = ['--no-sandbox', '--disable-gpu', ...args]
  if (!isPackaged) return chromium.launch({ executablePath: installed, args: options })
  const folder = await unpack()
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') }
  return chromium.launch({ executablePath: join(folder, 'chromium'), args: options, env })
}

const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))

/** Unpacks the program and the libraries that it needs, once for all processes and runs. */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const caches = join(import.meta.dirname, '../../node_modules/.cache')
  const folder = join(caches, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(caches, { recursive: true })
  const draft = await mkdtemp(join(caches, 'chromium-draft-'))
  const open = (name: string) => createReadStream(join(packageFolder, 'bin', name)).pipe(createBrotliDecompress())
  await pipeline(open('chromium.br'), createWriteStream(join(draft, 'chromium')))
  await chmod(join(draft, 'chromium'), 0o755)
  await once(open('al2023.tar.br').pipe(extract(draft)), 'finish')
  // Several processes may unpack it at one time: the first one wins, and none uses an unfinished folder.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}
