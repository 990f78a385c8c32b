/** Sends large forms from its own thread, as fast as the server reads them. */

import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface Sending {
  url: string
  token: string
  /** The text fields of each form and the name of its file field. */
  forms: { fields: Record<string, string>; file: string; size: number }[]
  /** The number of simultaneous uploads. */
  atOnce: number
}

const { url, token, forms, atOnce }: Sending = workerData
const piece = Buffer.alloc(1024 * 1024, 'research ')
const boundary = 'bench-boundary'

const queue = [...forms]
const begin = performance.now()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let form = queue.shift(); form !== undefined; form = queue.shift()) await send(form)
  }),
)
parentPort?.postMessage((performance.now() - begin) / 1000)

function send({ fields, file, size }: Sending['forms'][number]): Promise<void> {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="${file}"; filename="data.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(head) + size + Buffer.byteLength(tail),
    }
    const outgoing = request(url, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve()
        else reject(new Error(`An upload was answered with ${response.statusCode}.`))
      })
    })
    outgoing.on('error', reject)
    outgoing.write(head)
    let left = size
    const sendMore = () => {
      while (left > 0) {
        const next = left >= piece.length ? piece : piece.subarray(0, left)
        left -= next.length
        if (!outgoing.write(next)) return outgoing.once('drain', sendMore)
      }
      return outgoing.end(tail)
    }
    sendMore()
  })
}
