/** Is loaded into a measured program. Writes the addresses of the modules that it has loaded into a file when it ends. */

import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded: string[] = []

registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url)
    return nextLoad(url, context)
  },
})

process.on('exit', () => {
  // The types of Node do not have it.
  const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] }
  const built = moduleLoadList.map((name) => name.replace(/^NativeModule /, 'node:'))
  const { RECORDED_MODULES: file = '' } = process.env
  writeFileSync(file, JSON.stringify([...loaded, ...built]))
})
