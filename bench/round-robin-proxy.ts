/** Forwards each request to the next instance in turn: `node round-robin-proxy.ts PORT INSTANCE_PORT...`. */

import { Agent, createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'

const [port, ...instances] = process.argv.slice(2).map(Number)
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
let next = 0

createServer((request, response) => {
  const instance = instances[next++ % instances.length]
  forward(request, response, instance)
}).listen(port, '127.0.0.1')

function forward(request: IncomingMessage, response: ServerResponse, instance: number | undefined) {
  const { method, url, headers } = request
  const sent = sendRequest({ host: '127.0.0.1', port: instance, method, path: url, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  sent.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
  // Of a stream whose client has left.
  response.on('close', () => sent.destroy())
  request.pipe(sent)
}
