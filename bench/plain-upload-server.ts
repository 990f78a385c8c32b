/**
 * The reference for uploads: a plain `node:http` server that writes every body to a file and does nothing else. With
 * `flush` it responds once the body is on disk, as the service does.
 */

import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder = '.', port = '0', mode = ''] = process.argv.slice(2)
let files = 0

const server = createServer(async (request, response) => {
  if (request.method === 'POST')
    await pipeline(request, createWriteStream(join(folder, `body-${++files}`), { flush: mode === 'flush' }))
  response.end('{}')
})

server.listen(Number(port), '127.0.0.1')
