/** Opens a headless Chromium from npm, so that tests in a browser need nothing that is installed on the machine. */

import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'
import { extract } from 'tar-fs'
import { addCost } from './costs.ts'

/** The package has a program for this platform only; elsewhere a browser that is installed is used. */
const isPackaged = process.platform === 'linux' && process.arch === 'x64'
const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Why tests in a browser are not possible on this machine; false when they are. */
export const noBrowser = !isPackaged && !existsSync(installed) && 'Set CHROMIUM_PATH to a Chromium.'

/** The environment variable with the address of the browser that all files of a run share. */
export const sharedBrowser = 'TEST_BROWSER_URL'

/**
 * Opens the browser of this run, or one of its own when there is none. `hosts` leads names with their ports, such as
 * `api.test`, to the address of a service. Closing it leaves the browser of the run running.
 */
export async function openBrowser(hosts: Record<string, string> = {}): Promise<Browser> {
  addCost('browsers')
  const shared = process.env[sharedBrowser]
  const browser = await (shared === undefined ? chromium.launch(await getLaunchOptions()) : chromium.connect(shared))
  if (Object.keys(hosts).length === 0) return browser
  const proxy = await startProxy(hosts)
  browser.once('disconnected', () => proxy.close())
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => newContext({ ...options, proxy: { server: proxy.address } })
  return browser
}

/** Starts a browser to which `openBrowser` of other processes connects. */
export const startSharedBrowser = async (): Promise<BrowserServer> => chromium.launchServer(await getLaunchOptions())

async function getLaunchOptions(): Promise<LaunchOptions> {
  // Drawing by the processor alone takes a sixth less of its time than an emulated graphics processor.
  const args = ['--no-sandbox', '--disable-gpu']
  if (!isPackaged) return { executablePath: installed, args }
  const folder = await unpack()
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') }
  return { executablePath: join(folder, 'chromium'), args, env }
}

/** Starts a proxy that leads the requests of a browser to services by the names of their hosts. */
async function startProxy(hosts: Record<string, string>) {
  const server = createServer((incoming, reply) => {
    const { host, origin, pathname, search } = new URL(incoming.url ?? '')
    const target = hosts[host] ?? origin
    const { method, headers } = incoming
    const forwarded = request(`${target}${pathname}${search}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(reply)
    })
    // A host that does not exist.
    forwarded.on('error', () => reply.destroy())
    reply.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `http://127.0.0.1:${port}`, close }
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
