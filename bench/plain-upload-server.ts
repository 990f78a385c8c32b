/** The measure of uploads: a plain `node:http` server that streams every body into a file, and does nothing else. */

import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder = '.'] = process.argv.slice(2)
let files = 0

const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(join(folder, `body-${++files}`)))
  response.end('{}')
})

server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
