import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { openTelemetry } from './open.ts'

describe('calls of other services', () => {
  it('carry the context of the trace, and other requests do not', async (t) => {
    const contexts: (string | undefined)[] = []
    const server = createServer((request, response) => {
      contexts.push(request.headers.traceparent?.toString())
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const telemetry = openTelemetry({ traces: false, metrics: false }, 'test', { warn: () => undefined })
    t.after(() => telemetry.close())
    const callByNode = async () => {
      const [response] = await once(get(url), 'response')
      response.resume()
    }
    const callByFetch = async () => {
      await (await fetch(url)).text()
    }
    let ids = {}

    await telemetry.traceCall('payments charge', {}, async () => {
      ids = telemetry.readTraceIds()
      await callByNode()
      await callByFetch()
    })
    await telemetry.trace('webhook', {}, callByNode)
    await telemetry.trace('webhook', {}, callByFetch)

    const { trace_id, span_id } = ids as { trace_id?: string; span_id?: string }
    const expected = `00-${trace_id}-${span_id}-01`
    assert.match(expected, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    assert.deepEqual(contexts, [expected, expected, undefined, undefined])
  })
})
