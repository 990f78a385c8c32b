/** Serves the modules that the console and the hosted pages share. */

import { readFileSync } from 'node:fs'
import type { App } from '#http/routes.ts'
import { type Asset, listModuleFiles, readModule } from './browser-modules.ts'
import { sendAsset } from './replies.ts'

const folder = new URL('./modules/', import.meta.url)

const readModules = (): Map<string, Asset> =>
  new Map(
    listModuleFiles(folder).map((file) => [
      file.replace(/ts$/, 'js'),
      readModule(readFileSync(new URL(file, folder), 'utf8')),
    ]),
  )

/** The modules are read with the first visit, because many instances never show a page that needs one. */
export function registerModules(app: App) {
  let modules: Map<string, Asset> | undefined
  app.get('/modules/:name', { config: { access: 'public', raw: true } }, (request, reply) => {
    modules ??= readModules()
    const module = modules.get((request.params as { name: string }).name)
    return module === undefined ? reply.callNotFound() : sendAsset(request, reply, module)
  })
}
