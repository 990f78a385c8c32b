import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createUniqueEmail, type Person, password, type TestApp, testApp } from '../../../test/support/app.ts'
import { createJobPost } from '../../../test/support/jobs.ts'
import { pdf } from '../../../test/support/samples.ts'
import type { JobPost, Operations, SignedIn } from '../src/contract.ts'
import {
  type ApiProblem,
  buildUrl,
  type Client,
  type ClientOptions,
  createClient,
  isProblem,
  iterateItems,
  iteratePages,
  uploadInChunks,
} from '../src/index.ts'

let app: TestApp
let recruiter: Person
let anonymous: Client
let api: Client

const createTestClient = (more: Partial<ClientOptions> = {}) => createClient({ baseUrl: app.address, ...more })

before(async () => {
  app = await testApp()
  recruiter = await app.given.user({ role: 'recruiter' })
  anonymous = createTestClient()
  api = createTestClient({ token: recruiter.token })
})

/** Returns the error that a call throws. */
const getProblem = (work: Promise<unknown>): Promise<ApiProblem> =>
  work.then(
    () => assert.fail('It was not refused.'),
    (error: unknown) => {
      assert.ok(isProblem(error), String(error))
      return error
    },
  )

describe('A client', () => {
  it("signs a user up and sends the user's token afterwards", async () => {
    const body = { name: 'Grace Hopper', email: createUniqueEmail(), password, role: 'recruiter' } as const

    const { status, data } = await anonymous.signUp({ body })
    const signedIn: SignedIn = data
    const me = await createTestClient({ token: async () => signedIn.token }).showMe()

    assert.equal(status, 201)
    assert.equal(me.data.email, body.email)
  })

  it('returns the message of an operation without data', async () => {
    const { data } = await api.createJobPost({ body: { title: 'Gardener', description: 'Plants.' } })

    const done = await api.deleteJobPost({ path: { id: data.id } })

    assert.deepEqual(Object.keys(done), ['status', 'message'])
    assert.equal((await getProblem(api.showJobPost({ path: { id: data.id } }))).status, 404)
  })

  it('reads a list with filters and formats its parameters as the service expects', async () => {
    await createJobPost(recruiter, { title: 'Curator & keeper', remote: true, status: 'open' })

    const { data, meta } = await api.listJobPosts({
      query: { search: 'curator & keeper', remote: true, limit: 5, sort: undefined },
    })
    const repeated = await api.listResearchers({ query: { skill: ['botany', 'a b&c'] } })

    const titles: string[] = data.map((one: JobPost) => one.title)
    assert.deepEqual(titles, ['Curator & keeper'])
    assert.equal(meta.per_page, 5)
    assert.match(repeated.meta.first_page_url, /skill=botany&skill=a(\+|%20)b%26c/)
  })

  it('iterates over all pages and requests only the pages that are read', async () => {
    const own = await app.given.user({ role: 'recruiter' })
    for (let number = 1; number <= 5; number++)
      await createJobPost(own, { title: `Herbarium ${number}`, status: 'open' })
    let asked = 0
    const counting = createTestClient({
      token: own.token,
      fetch: (...request) => {
        asked++
        return fetch(...request)
      },
    })
    const input = { query: { recruiter_id: own.id, sort: 'title', limit: 2 } } as const

    const pages = await Array.fromAsync(iteratePages(counting.listJobPosts, input), ({ data }) => data.length)
    const items = await Array.fromAsync(iterateItems(counting.listJobPosts, input), ({ title }) => title)
    asked = 0
    for await (const _ of iterateItems(counting.listJobPosts, input)) break

    assert.deepEqual(pages, [2, 2, 1])
    assert.deepEqual(
      items,
      [1, 2, 3, 4, 5].map((number) => `Herbarium ${number}`),
    )
    assert.equal(asked, 1)
  })

  it('sends forms with files and returns downloads', async () => {
    const applicant = await app.given.user()
    const post = await createJobPost(recruiter, { status: 'open' })
    const body: Operations['submitApplication']['input']['body'] = {
      job_post_id: post.id,
      first_name: 'Barbara',
      last_name: 'McClintock',
      email: applicant.email,
      phone: '+44 20 7946 0000',
      consent_data: true,
      resume: { name: 'cv.pdf', content: new Blob([new Uint8Array(pdf)]) },
    }

    const { data } = await createTestClient({ token: applicant.token }).submitApplication({ body })
    const resume: Response = await api.downloadResume({ path: { id: data.id } })

    assert.deepEqual(Buffer.from(await resume.arrayBuffer()), pdf)
  })

  it('builds the URL of an operation that a browser opens by itself', async () => {
    const action = { action: 'login', redirect_uri: 'http://app.test/callback?a=b&c' } as const

    const address = buildUrl('http://api.test/base/', 'beginSignIn', {
      path: { provider: 'google' },
      query: action,
    })

    const url = new URL(address)
    assert.equal(`${url.origin}${url.pathname}`, 'http://api.test/base/auth/google/redirect')
    assert.deepEqual(Object.fromEntries(url.searchParams), action)
    assert.throws(() => buildUrl('', 'showUpload', { path: { upload_id: '' } }), TypeError)
    assert.match(buildUrl('', 'showUpload', { path: { upload_id: '../x' } }), /\/\.\.%2Fx$/)
  })

  it('rejects at compile time what the API description does not contain', () => {
    type Accepts<N extends keyof Operations, I> = I extends Operations[N]['input'] ? true : false

    const answers = [
      false satisfies Accepts<'showJobPost', { path: { id: string } }>,
      false satisfies Accepts<'showJobPost', { query: { id: number } }>,
      false satisfies Accepts<'listJobPosts', { query: { sort: 'salery' } }>,
      false satisfies Accepts<'createJobPost', { body: { title: 'No description' } }>,
      true satisfies Accepts<'createJobPost', { body: { title: 'Both'; description: 'Here.' } }>,
      false satisfies [Operations['listMilestones']['reply']] extends [{ meta: { last_page: number } }] ? true : false,
    ]

    assert.equal(answers.length, 6)
  })
})

describe('An ApiProblem', () => {
  it('contains every message of every field and the request id', async () => {
    const problem = await getProblem(
      anonymous.signUp({ body: { name: '', email: 'ada', password: '123', role: 'learner' } }),
    )

    assert.ok(problem instanceof Error)
    assert.deepEqual([isProblem(problem, 400, 422), isProblem(problem, 404)], [true, false])
    assert.equal(problem.message, 'The given data was invalid.')
    assert.deepEqual(Object.keys(problem.errors).sort(), ['email', 'name', 'password'])
    assert.ok(problem.requestId)
  })

  it('is also created from a response without an envelope', async () => {
    const startProxy = async () => new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' })

    const problem = await getProblem(createTestClient({ fetch: startProxy }).showMe())

    assert.equal(problem.message, 'The service answered 502 Bad Gateway')
    assert.deepEqual([problem.status, problem.errors, problem.requestId], [502, {}, null])
  })

  it('is not thrown for a connection error, which is the error of fetch', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 })

    await assert.rejects(nobody.showLiveness(), TypeError)
  })
})

describe('Retries', () => {
  /** Lets the given number of requests reach the service, but discards their responses. Counts all requests. */
  function createLosingClient(count: number) {
    const sent: string[] = []
    const lossy: typeof fetch = async (url, init) => {
      sent.push(new Headers(init?.headers).get('idempotency-key') ?? '')
      const response = await fetch(url, init)
      if (sent.length > count) return response
      await response.arrayBuffer()
      throw new TypeError('fetch failed')
    }
    return { sent, fetch: lossy, pause: async () => undefined }
  }
  const post = { body: { title: 'Only once', description: 'Plants.' } }
  const listTitles = async ({ token }: Person) =>
    (await createTestClient({ token }).listJobPosts({ query: { mine: true } })).data.map(({ title }) => title)

  it('send a POST with an idempotency key, which does its work once although responses are lost', async () => {
    const own = await app.given.user({ role: 'recruiter' })
    const lossy = createLosingClient(2)

    const { data } = await createTestClient({
      token: own.token,
      idempotencyKeys: true,
      ...lossy,
    }).createJobPost(post)

    assert.equal(data.title, 'Only once')
    assert.equal(lossy.sent.length, 3)
    assert.equal(new Set(lossy.sent).size, 1)
    assert.deepEqual(await listTitles(own), ['Only once'])
  })

  it('do not repeat a POST without an idempotency key', async () => {
    const own = await app.given.user({ role: 'recruiter' })
    const lossy = createLosingClient(1)

    await assert.rejects(createTestClient({ token: own.token, ...lossy }).createJobPost(post), TypeError)

    assert.deepEqual(lossy.sent, [''])
  })

  it('do the work of a given idempotency key once, in two programs', async () => {
    const own = await app.given.user({ role: 'recruiter' })
    const key = { idempotencyKey: 'post-1' }

    const first = await createTestClient({ token: own.token }).createJobPost(post, key)
    const second = await createTestClient({ token: own.token }).createJobPost(post, key)

    assert.equal(first.data.id, second.data.id)
  })

  it('send a form with its files once, too', async () => {
    const own = await app.given.user()
    const lossy = createLosingClient(1)
    const body = {
      type: 'document',
      file: { name: 'a.pdf', content: new Blob([new Uint8Array(pdf)]) },
    } as const

    const { data } = await createTestClient({ token: own.token, idempotencyKeys: true, ...lossy }).uploadFile({
      body,
    })
    const files = await createTestClient({ token: own.token }).listFiles()

    assert.deepEqual(
      files.data.map(({ id }) => id),
      [data.file.id],
    )
    assert.equal(lossy.sent.length, 2)
  })

  it('send no idempotency key where the service stores no responses', async () => {
    const lossy = createLosingClient(1)
    const client = createTestClient({ idempotencyKeys: true, ...lossy })
    const body = { name: 'Grace', email: createUniqueEmail(), password }

    await assert.rejects(client.signUp({ body }), TypeError)

    assert.deepEqual(lossy.sent, [''])
  })

  it('wait as long as a busy service asks for, within a limit', async () => {
    const limited = await testApp({ RATE_LIMIT_API: '2' })
    const people = [await limited.given.user(), await limited.given.user()]
    const waits: number[] = []
    // Instead of waiting a minute, another user continues: the limit is per token.
    const pause = async (milliseconds: number) => {
      waits.push(milliseconds)
      people.shift()
    }
    const patient = { baseUrl: limited.address, token: () => people[0]?.token, pause }
    const client = createClient(patient)
    const impatient = createClient({ ...patient, longestPause: 1 })

    await client.listPlans()
    await client.listPlans()
    const problem = await getProblem(impatient.listPlans())
    await client.listPlans()

    assert.equal(problem.status, 429)
    assert.ok(problem.retryAfter !== null && problem.retryAfter > 1)
    assert.equal(waits.length, 1)
    assert.ok((waits[0] ?? 0) > 1_000)
  })

  it('end when the signal aborts', async () => {
    const stop = new AbortController()
    const never: typeof fetch = async () => {
      stop.abort(new Error('Enough.'))
      return new Response(null, { status: 503, headers: { 'retry-after': '50' } })
    }

    await assert.rejects(createTestClient({ fetch: never }).showMe({}, { signal: stop.signal }), /Enough/)
  })
})

describe('A refused token', () => {
  it('is replaced once for all requests that were refused at one moment, which are repeated', async () => {
    const ada = await app.given.user()
    let renewals = 0
    const renewing = createTestClient({
      token: `rps_${'x'.repeat(43)}`,
      async onUnauthorized() {
        renewals++
        return ada.token
      },
    })

    const replies = await Promise.all(Array.from({ length: 10 }, () => renewing.showMe()))

    assert.ok(replies.every(({ data }) => data.email === ada.email))
    assert.equal(renewals, 1)
  })

  it('stays refused when there is no new token, or when the new token is refused too', async () => {
    for (const next of [null, `rps_${'y'.repeat(43)}`]) {
      const renewing = createTestClient({ token: `rps_${'x'.repeat(43)}`, onUnauthorized: () => next })

      assert.equal((await getProblem(renewing.showMe())).status, 401)
    }
  })
})

describe('Headers for every request', () => {
  it('are sent, and computed again for each request', async () => {
    let count = 0
    const seen: string[] = []
    const recordRequests: typeof fetch = (url, init) => {
      seen.push(new Headers(init?.headers).get('traceparent') ?? '')
      return fetch(url, init)
    }
    const traced = createTestClient({ headers: () => ({ traceparent: `00-${++count}` }), fetch: recordRequests })

    await traced.listPlans()
    await traced.listPlans()

    assert.deepEqual(seen, ['00-1', '00-2'])
  })
})

describe('Upload progress in bytes', () => {
  it('is reported while a chunk is being sent, where the platform has XMLHttpRequest', async (t) => {
    const token = recruiter.token
    t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))
    Object.assign(globalThis, { XMLHttpRequest: SteppingRequest })
    const told: number[] = []
    const file = new File(['film'.repeat(1_000)], 'notes.txt')

    await uploadInChunks(createTestClient({ token }), file, {
      fileType: 'document',
      chunkSize: 4_000,
      onProgress: ({ sent }) => told.push(sent),
    })

    assert.deepEqual(told, [1_000, 2_000, 4_000, 4_000])
  })
})

/** Like a browser: reports progress in steps, and sends the body with `fetch`. */
class SteppingRequest {
  upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onloadend: (() => void) | null = null
  onerror: (() => void) | null = null
  responseType = ''
  status = 0
  statusText = ''
  responseText = ''
  #method = ''
  #url = ''
  readonly #headers = new Headers()
  #answered = new Headers()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getAllResponseHeaders() {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  }

  async send(body: FormData) {
    for (const loaded of [1_000, 2_000, 5_000]) this.upload.onprogress?.({ loaded })
    const response = await fetch(this.#url, { method: this.#method, headers: this.#headers, body })
    this.#answered = response.headers
    this.status = response.status
    this.responseText = await response.text()
    this.onload?.()
    this.onloadend?.()
  }
}
