import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { createZip } from '#adapters/zip.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { createForm, getPath } from '#test/support/forms.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const createBank = async (author: Person) => (await author.post('/question-banks', { title: 'Planets' })).data

const createFile = (content: string | Uint8Array, name = 'questions.txt') =>
  new File([typeof content === 'string' ? content : Buffer.from(content)], name)

/** Sends the file, with further headers. */
const importFile = (author: Person, bankId: number, content: string | Uint8Array, more: Record<string, string> = {}) =>
  author.send('POST', `/question-banks/${bankId}/import`, {
    body: createForm({ ...more, file: createFile(content) }),
  })

const listQuestions = async (author: Person, bankId: number) =>
  (await author.get(`/question-banks/${bankId}/questions?limit=100`)).data

/** An archive with a file that is a thousand times as large as it is packed. */
async function createDenseArchive(): Promise<Buffer> {
  async function* files() {
    yield { name: 'a.xml', content: ' '.repeat(20_000_000), compressed: true }
  }
  return buffer(await createZip(files()))
}

async function createAuthor() {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  return { ...app, author, bank: await createBank(author) }
}

const gift = `// [tag:size]
Which planet is the largest? {=Jupiter#Yes ~Mars ~Venus}

The sun is a star. {T#No#Yes}

How many planets are there? {#8}

Match {=Mars -> red =Earth -> blue}

Explain the tides. {}

This asks nothing.
`

const picture = (name: string, base64: string) =>
  `<question type="shortanswer"><name><text>${name}</text></name><questiontext format="html">
   <text><![CDATA[<p>What is this? <img src="@@PLUGINFILE@@/${name}.png" alt="a dot"></p>]]></text>
   <file name="${name}.png" path="/" encoding="base64">${base64}</file></questiontext>
   <answer fraction="100"><text>dot</text></answer></question>`

describe('POST /question-banks/{id}/import', () => {
  it('shows what would be imported, and stores nothing', async () => {
    const { author, bank } = await createAuthor()

    const { status, data } = await importFile(author, bank.id, gift, { preview: 'true' })

    assert.equal(status, 200)
    assert.deepEqual(
      data.map(({ place, verdict, reason }: Record<string, unknown>) => [place, verdict, reason]),
      [
        ['2', 'imported', null],
        ['4', 'changed', 'Feedback that belongs to no option was left out.'],
        ['6', 'imported', null],
        ['8', 'imported', null],
        ['10', 'imported', null],
        ['12', 'refused', 'This is a text without a question.'],
      ],
    )
    const { type, question, options, pairs } = data[3].question
    assert.deepEqual([type, question, options], ['matching', 'Match', []])
    assert.deepEqual(pairs, [
      { left: 'Mars', right: 'red' },
      { left: 'Earth', right: 'blue' },
    ])
    assert.deepEqual(data[0].question, {
      question: 'Which planet is the largest?',
      type: 'single_choice',
      points: 1,
      options: ['Jupiter', 'Mars', 'Venus'],
      pairs: [],
      correct_answer: 'Jupiter',
      tolerance: 0,
      explanation: '',
      option_feedback: { Jupiter: 'Yes' },
      max_words: null,
      rubric: [],
      void: false,
      tags: ['size'],
      difficulty: null,
    })
    assert.equal(data[5].question, null)
    assert.deepEqual(await listQuestions(author, bank.id), [])
  })

  it('adds the questions after those of the bank, and answers with their ids', async () => {
    const { author, bank } = await createAuthor()
    const first = await author.post(`/question-banks/${bank.id}/questions`, {
      question: 'One',
      type: 'true_false',
      correct_answer: true,
    })

    const { data } = await importFile(author, bank.id, gift)
    const stored = await listQuestions(author, bank.id)

    const ids = data.flatMap(({ question }: { question: { id: number } | null }) => question?.id ?? [])
    assert.deepEqual(
      stored.map(({ id, order }: { id: number; order: number }) => [id, order]),
      [first.data.id, ...ids].map((id, index) => [id, index + 1]),
    )
    const { order: _, ...second } = stored[1]
    assert.deepEqual(second, data[0].question)
    assert.equal((await author.get(`/question-banks/${bank.id}`)).data.questions_count, 6)
  })

  it('gives its reasons in the language of the caller', async () => {
    const { author, bank } = await createAuthor()

    const { data } = await author.send('POST', `/question-banks/${bank.id}/import`, {
      body: createForm({ file: createFile('Only a text\n\nTrue? {T}') }),
      headers: { 'accept-language': 'fr' },
    })

    assert.equal(data[0].reason, 'C’est un texte sans question.')
  })

  it('stores pictures as files of the caller, and leaves out damaged ones', async () => {
    const { author, bank } = await createAuthor()
    const damaged = Buffer.from(pixel, 'base64').subarray(0, 20).toString('base64')

    const file = `<quiz>${picture('dot', pixel)}${picture('broken', damaged)}</quiz>`
    const preview = await importFile(author, bank.id, file, { preview: 'true' })
    const before = await author.get('/files')
    const { data } = await importFile(author, bank.id, file)

    assert.deepEqual(before.data, [])
    assert.equal(preview.data[0].question.question, 'What is this? ![a dot](dot.png)')
    const [, address = ''] = /^What is this\? !\[a dot\]\((.+)\)$/.exec(data[0].question.question) ?? []
    const { status, headers } = await author.get(getPath(address))
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
    assert.deepEqual(
      [data[1].verdict, data[1].question.question, data[1].reason],
      ['changed', 'What is this? a dot', 'The picture “broken” is neither PNG, JPEG, GIF nor WebP.'].map((text) =>
        text.replace('“broken”', '“broken.png”'),
      ),
    )
    const after = await author.get('/files')
    assert.deepEqual(
      after.data.map(({ url }: { url: string }) => url),
      [address],
    )
  })

  it('leaves nothing behind when the file cannot be read', async () => {
    const { author, bank } = await createAuthor()
    const files: [content: string | Uint8Array, message: string][] = [
      ['Dear Sir or Madam', 'This is none of the formats GIFT, Aiken, Moodle XML, QTI 1.2, QTI 2.1, CSV and JSON.'],
      [
        `<!DOCTYPE quiz SYSTEM "file:///etc/passwd"><quiz>${picture('dot', pixel)}</quiz>`,
        'The file declares a document type (DOCTYPE), which is not read. Remove the declaration.',
      ],
      [await createDenseArchive(), 'The archive unpacks to more than 128 MB, or is compressed more than files are.'],
      ['True? {T}\n\n'.repeat(1_001), 'The file has more than 1000 questions.'],
    ]

    for (const [content, message] of files) {
      const { status, errors } = await importFile(author, bank.id, content)

      assert.deepEqual([status, errors], [422, { file: [message] }])
    }
    const { status } = await author.send('POST', `/question-banks/${bank.id}/import`, {
      body: createForm({ preview: 'true' }),
    })
    assert.equal(status, 422)
    assert.deepEqual(await listQuestions(author, bank.id), [])
    assert.deepEqual((await author.get('/files')).data, [])
  })

  it('is not possible for others, for whom the bank does not exist', async () => {
    const { given, author, bank } = await createAuthor()
    const [stranger, editor] = [await given.user({ role: 'researcher' }), await given.user()]
    await author.post(`/question-banks/${bank.id}/editors`, { user_id: editor.id })

    const refused = await importFile(stranger, bank.id, `<quiz>${picture('dot', pixel)}</quiz>`)
    const accepted = await importFile(editor, bank.id, 'True? {T}')

    assert.deepEqual([refused.status, accepted.status], [404, 200])
    assert.equal((await listQuestions(author, bank.id)).length, 1)
    assert.deepEqual((await stranger.get('/files')).data, [])
  })

  it('gives each question a place of its own when files arrive at the same time', async () => {
    const { author, bank } = await createAuthor()

    const replies = await runConcurrently(3, () => importFile(author, bank.id, gift))
    const stored = await listQuestions(author, bank.id)

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.deepEqual(
      stored.map(({ order }: { order: number }) => order),
      Array.from({ length: 15 }, (_, index) => index + 1),
    )
  })
})

describe('GET /question-banks/{id}/export', () => {
  it('gives a file from which another bank gets the same questions, with their pictures', async () => {
    const { author, bank } = await createAuthor()
    await importFile(author, bank.id, gift)
    await importFile(author, bank.id, `<quiz>${picture('dot', pixel)}</quiz>`)
    const original = await listQuestions(author, bank.id)

    for (const format of ['json', 'moodle_xml']) {
      const { text, status } = await author.get(`/question-banks/${bank.id}/export?format=${format}`)
      const other = await createBank(author)
      await importFile(author, other.id, text)
      const copies = await listQuestions(author, other.id)

      assert.equal(status, 200)
      const omitIds = ({ id: _, question, ...rest }: { id: number; question: string }) => ({
        ...rest,
        question: question.replace(/\(http.*\)/, '()'),
      })
      assert.deepEqual(copies.map(omitIds), original.map(omitIds))
      assert.notEqual(copies.at(-1).question, original.at(-1).question)
    }
  })

  it('contains in JSON that everybody gets the points of a question, and says where a format does not', async () => {
    const { author, bank } = await createAuthor()
    const asked = { type: 'true_false', question: 'Ice floats.', correct_answer: true }
    await author.post(`/question-banks/${bank.id}/questions`, { ...asked, void: true })
    await author.post(`/question-banks/${bank.id}/questions`, asked)

    const { text } = await author.get(`/question-banks/${bank.id}/export?format=json`)
    const other = await createBank(author)
    await importFile(author, other.id, text)
    const { data: omissions } = await author.get(`/question-banks/${bank.id}/export/omissions?format=gift`)

    const list = async (id: number) => (await listQuestions(author, id)).map((row: { void: boolean }) => row.void)
    assert.deepEqual(await list(other.id), [true, false])
    assert.deepEqual(
      omissions.map(({ reason }: { reason: string }) => reason),
      ['The format cannot say that everybody gets the points.'],
    )
  })

  it('names the file after the bank, with the type of its format', async () => {
    const { author, bank } = await createAuthor()
    await importFile(author, bank.id, gift)

    const names: (string | null)[][] = []
    for (const format of ['gift', 'moodle_xml', 'csv', 'json']) {
      const { headers } = await author.get(`/question-banks/${bank.id}/export?format=${format}`)
      names.push([headers.get('content-type'), headers.get('content-disposition')])
    }

    assert.deepEqual(names, [
      ['text/plain; charset=utf-8', 'attachment; filename="Planets.gift"'],
      ['application/xml; charset=utf-8', 'attachment; filename="Planets.xml"'],
      ['text/csv; charset=utf-8; header=present', 'attachment; filename="Planets.csv"'],
      ['application/json', 'attachment; filename="Planets.json"'],
    ])
    assert.equal((await author.get(`/question-banks/${bank.id}/export?format=word`)).status, 422)
  })
})

describe('GET /question-banks/{id}/export/omissions', () => {
  it('lists what a format leaves out, by question', async () => {
    const { author, bank } = await createAuthor()
    const { data } = await author.post(`/question-banks/${bank.id}/questions`, {
      question: 'Is Mars red?',
      type: 'true_false',
      correct_answer: true,
      points: 3,
      difficulty: 2,
    })
    await importFile(author, bank.id, 'Arrows {=a\n}')
    const arrow = await author.post(`/question-banks/${bank.id}/questions`, {
      question: 'How is it written?',
      type: 'short_answer',
      correct_answer: ['a -> b'],
    })

    const list = async (format: string) =>
      (await author.get(`/question-banks/${bank.id}/export/omissions?format=${format}`)).data

    assert.deepEqual(await list('gift'), [
      { question_id: data.id, is_omitted: false, reason: 'The format has no points. The format has no difficulty.' },
      {
        question_id: arrow.data.id,
        is_omitted: true,
        reason: 'The format cannot contain “->” in this place. This question was left out.',
      },
    ])
    assert.deepEqual(await list('moodle_xml'), [
      { question_id: data.id, is_omitted: false, reason: 'The format has no difficulty.' },
    ])
    assert.deepEqual([await list('csv'), await list('json')], [[], []])
  })
})
