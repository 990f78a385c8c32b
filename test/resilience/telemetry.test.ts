import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, describe, it, type TestContext } from 'node:test'
import { createUniqueEmail, password } from '../support/app.ts'
import { waitUntil } from '../support/background.ts'
import { runCommand } from '../support/command.ts'
import { createConfig } from '../support/database.ts'
import { serve } from './program.ts'

interface ExportedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

/** The parts of OTLP's JSON that the tests read. */
interface Exported {
  resourceSpans?: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: ExportedSpan[] }[]
  }[]
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[]
}

/** A collector that keeps what it receives, as OTLP in JSON. */
async function startCollector(t: TestContext, status = 200) {
  const received = {
    spans: [] as ExportedSpan[],
    metrics: [] as string[],
    services: new Set<string>(),
    text: '',
    calls: 0,
  }
  const server = createServer(async (request, response) => {
    const body = await json(request)
    received.calls++
    received.text += JSON.stringify(body)
    const { resourceSpans = [], resourceMetrics = [] } = body as Exported
    const attributes = resourceSpans.flatMap(({ resource }) => resource.attributes)
    for (const { key, value } of attributes) if (key === 'service.name') received.services.add(value.stringValue ?? '')
    received.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    received.metrics.push(...metrics.map(({ name }) => name))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}` }
}

const { config, drop } = await createConfig()
const folder = await mkdtemp(join(tmpdir(), 'research-platform-telemetry-'))
after(async () => {
  await drop()
  await rm(folder, { recursive: true, force: true })
})
const settings = {
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
  NODE_ENV: 'test',
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_METRIC_EXPORT_INTERVAL: '200',
  OTEL_METRIC_EXPORT_TIMEOUT: '200',
}

describe('telemetry', () => {
  it('exports a span for the request, its statements, the task and the mail that it causes', async (t) => {
    const { received, url } = await startCollector(t)
    const program = await serve({
      ...settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_SERVICE_NAME: 'staging',
      LOG_LEVEL: 'info',
    })
    t.after(() => program.kill('SIGKILL'))
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const email = createUniqueEmail()

    const { status } = await program.anonymous.post(
      '/auth/signup',
      { name: 'Ada Lovelace', email, password },
      { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    )

    assert.equal(status, 201)
    const find = (name: string) => received.spans.find((span) => span.name === name)
    await waitUntil(() => find('POST /auth/signup') !== undefined && find('mail deliver') !== undefined)
    await waitUntil(() => received.metrics.includes('http.server.request.duration'))
    program.kill('SIGTERM')
    const { code, stdout } = await program.ended
    // Everything was exported when the service ended; before, batches may arrive in another order than they were sent in.
    const request = find('POST /auth/signup')
    assert.deepEqual([request?.traceId, request?.parentSpanId, request?.kind], [traceId, 'b7ad6b7169203331', 2])
    const attributes = Object.fromEntries(
      request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
    )
    assert.deepEqual(attributes, {
      'http.request.method': 'POST',
      'http.route': '/auth/signup',
      'http.response.status_code': 201,
    })
    const own = received.spans.filter((span) => span.traceId === traceId)
    const transaction = own.find(({ name }) => name === 'transaction')
    assert.equal(transaction?.parentSpanId, request?.spanId)
    const insert = own.find(({ name }) => name === 'insert users')
    assert.equal(insert?.parentSpanId, transaction?.spanId)
    const mail = find('mail deliver')
    const task = received.spans.find(({ spanId }) => spanId === mail?.parentSpanId)
    assert.match(task?.name ?? '', /^task /)
    assert.deepEqual([...received.services], ['staging'])
    assert.ok(received.metrics.includes('background_tasks'))
    assert.ok(received.metrics.includes('process.memory.usage'))
    assert.equal(code, 0)
    assert.match(stdout, new RegExp(`"trace_id":"${traceId}".*"route":"/auth/signup".*"msg":"request completed"`))
  })

  it('never exports what users have sent, nor probes', async (t) => {
    const { received, url } = await startCollector(t)
    const program = await serve({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: url })
    t.after(() => program.kill('SIGKILL'))
    const email = createUniqueEmail()
    const { data } = await program.anonymous.post('/auth/signup', { name: 'Grace Hopper', email, password })
    await program.as(data.token).get('/users?search=Hopper')
    await program.anonymous.get('/files/private/secret-key.pdf?expires=1&signature=secret-signature')
    await program.anonymous.get('/health/ready')
    await program.anonymous.post('/auth/login', { email, password: 'a wrong password' })

    await waitUntil(() => received.spans.some(({ name }) => name === 'POST /auth/login'))
    program.kill('SIGTERM')
    await program.ended

    for (const secret of [
      email,
      password,
      data.token,
      'Hopper',
      'Grace',
      'secret-key',
      'secret-signature',
      'a wrong',
      'health',
    ])
      assert.ok(!received.text.includes(secret), secret)
    const login = received.spans.find(({ name }) => name === 'POST /auth/login')
    assert.equal(login?.status.code ?? 0, 0, 'a refusal is no error')
  })

  it('serves requests while the collector refuses, and says so in the log', async (t) => {
    const { received, url } = await startCollector(t, 400)
    const program = await serve({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: url, LOG_LEVEL: 'warn' })
    t.after(() => program.kill('SIGKILL'))

    assert.equal((await program.anonymous.get('/subscriptions/plans')).status, 200)
    await waitUntil(() => received.calls > 0)
    program.kill('SIGTERM')

    const { code, stdout } = await program.ended
    assert.equal(code, 0)
    assert.match(stdout, /"reason":"[^"{\\]{5,200}","msg":"telemetry not exported"/)
  })

  it('is off without a collector, with OTEL_SDK_DISABLED, and for signals that are turned off', async (t) => {
    const { received, url } = await startCollector(t)
    for (const off of [
      { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
      { OTEL_SERVICE_NAME: 'staging' },
    ]) {
      const program = await serve({ ...settings, ...off })
      t.after(() => program.kill('SIGKILL'))
      assert.equal((await program.anonymous.get('/subscriptions/plans')).status, 200)
      program.kill('SIGTERM')
      assert.equal((await program.ended).code, 0)
    }
    assert.equal(received.calls, 0)
  })

  it('refuses a protocol that it does not speak', async () => {
    const { code, stderr } = await runCommand([], {
      ...settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    })

    assert.equal(code, 1)
    assert.equal(stderr, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors accept at port 4318.\n')
  })
})
