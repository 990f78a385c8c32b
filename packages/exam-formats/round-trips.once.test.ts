import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  formatReason,
  type PictureFile,
  type Question,
  readQuestions,
  sentences,
  writeQuestions,
  writtenFormats,
} from './index.ts'

const map: PictureFile = {
  name: 'my-map.jpeg',
  type: 'image/jpeg',
  bytes: new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]),
}

const base: Question = {
  type: 'essay',
  title: '',
  question: 'Why?',
  points: 1,
  options: [],
  correct_answer: null,
  tolerance: 0,
  pairs: [],
  max_words: null,
  rubric: [],
  void: false,
  explanation: '',
  option_feedback: {},
  tags: [],
  difficulty: null,
}

const hostile = [
  '=1+1',
  '-> ~ # { } : \\ %50% ####',
  '[html]<b>',
  '%50%half',
  '"quoted", ; \t.',
  '&amp; ]]> <script>',
  "'=",
  '*',
]

const questions: Question[] = [
  {
    ...base,
    title: 'Why: a title',
    question: '# Head\n\n- one\n- two `{}`\n\n[link](https://example.org)',
    explanation: '*So*\n\n#### so',
  },
  {
    ...base,
    type: 'single_choice',
    options: hostile,
    correct_answer: '*',
    option_feedback: { '*': '# ~=', "'=": 'b' },
  },
  { ...base, type: 'single_choice', options: ['toString', '__proto__', 'constructor'], correct_answer: 'toString' },
  {
    ...base,
    type: 'multiple_choice',
    options: ['%1%', ...hostile],
    correct_answer: ['%1%', '=1+1', '*'],
    tags: ['a ] b', 'c\\d'],
  },
  { ...base, type: 'multiple_choice', options: ['one', 'two\nlines'], correct_answer: ['one'] },
  { ...base, type: 'true_false', correct_answer: true, option_feedback: { true: 'yes' }, explanation: 'x' },
  { ...base, type: 'true_false', correct_answer: false, option_feedback: { true: 'no', false: 'yes' } },
  { ...base, type: 'short_answer', correct_answer: ['2*3', '*', 'TRUE', '%5%', '[plain]a', 'a\\b', '=', '-5'] },
  { ...base, type: 'numeric', correct_answer: -0.5, tolerance: 1e-7 },
  { ...base, type: 'numeric', correct_answer: 1_000_000_000_000_000 },
  {
    ...base,
    type: 'matching',
    pairs: [
      { left: 'a', right: '1' },
      { left: 'b = c', right: '1' },
      { left: '#', right: '~' },
    ],
    options: ['2'],
  },
  { ...base, type: 'ordering', options: ['c', '=a', 'b'], correct_answer: ['c', '=a', 'b'] },
  { ...base, type: 'cloze', question: 'A {{1:cat|2 ~ dogs|*|\\*|a\\~\\\\b}} and {{2:it’s "so"}}', points: 4 },
  { ...base, type: 'essay', max_words: 300, points: 7, difficulty: 5, tags: ['sea', 'sky'] },
  {
    ...base,
    rubric: [
      {
        id: 1,
        criterion: 'Clear',
        levels: [
          { points: 0, description: '' },
          { points: 1, description: 'Yes' },
        ],
      },
    ],
  },
  { ...base, type: 'file_upload', question: 'See ![the map](my-map.jpeg)', explanation: '![again](my-map.jpeg)' },
  { ...base, type: 'single_choice', options: ['![a](my-map.jpeg)', 'none'], correct_answer: 'none' },
  { ...base, type: 'true_false', correct_answer: true, void: true },
]

const read = (bytes: Uint8Array) => {
  const reading = readQuestions(bytes)
  assert.equal(reading.reason, null, reading.reason === null ? '' : formatReason(reading.reason))
  return reading
}

/** What each format says that it does not contain. */
const omitted: Record<string, Partial<Question>> = {
  gift: { points: 1, difficulty: null, max_words: null, rubric: [], void: false },
  moodle_xml: { difficulty: null, rubric: [], void: false },
  csv: { rubric: [], void: false },
  json: {},
}

describe('questions that are written and read again', () => {
  for (const format of writtenFormats)
    it(`are the same in ${format}, except for what it says`, () => {
      const { bytes, omissions } = writeQuestions(format, questions, [map])
      const written = questions.filter(
        (_, index) => !omissions.some((omission) => omission.index === index && omission.isQuestionOmitted),
      )

      const { items, files } = read(bytes)

      for (const [index, question] of written.entries()) {
        const said = omissions.some((omission) => questions[omission.index] === question)
        const item = items[index]
        assert.equal(item?.verdict, 'imported', `${JSON.stringify(question)} ${item?.reasons.map(formatReason)}`)
        assert.deepEqual(
          { ...item?.question, ...(said && omitted[format]) },
          { ...question, ...(said && omitted[format]) },
        )
      }
      assert.equal(items.length, written.length)
      assert.deepEqual(
        files.map(({ name }) => name),
        format === 'json' || format === 'moodle_xml' ? ['my-map.jpeg'] : [],
      )
    })

  it('have the same bytes as JSON, with their pictures', () => {
    const first = writeQuestions('json', questions, [map])
    const { items, files } = read(first.bytes)

    const second = writeQuestions(
      'json',
      items.flatMap(({ question }) => question ?? []),
      files,
    )

    assert.deepEqual(second.bytes, first.bytes)
    assert.deepEqual(first.omissions, [])
    assert.deepEqual([...(files[0]?.bytes ?? [])], [...map.bytes])
  })

  it('say what each format leaves out', () => {
    const explain = (format: 'gift' | 'moodle_xml' | 'csv') =>
      writeQuestions(format, questions, [map]).omissions.map(({ index, isQuestionOmitted, reasons }) => [
        index,
        isQuestionOmitted,
        ...reasons.map(formatReason),
      ])
    const pictures = 'The format has no pictures. Their names stay in the text.'
    const isVoid = 'The format cannot say that everybody gets the points.'
    const missing = (type: string) => `The format has no questions of the type “${type}”. This question was left out.`

    assert.deepEqual(explain('gift'), [
      [11, true, missing('ordering')],
      [12, true, missing('cloze')],
      [
        13,
        false,
        'The format has no points.',
        'The format has no difficulty.',
        'The format has no largest number of words.',
      ],
      [14, false, 'The format has no rubric.'],
      [15, true, missing('file_upload')],
      [16, false, pictures],
      [17, false, isVoid],
    ])
    assert.deepEqual(explain('moodle_xml'), [
      [13, false, 'The format has no difficulty.'],
      [14, false, 'The format has no rubric.'],
      [17, false, isVoid],
    ])
    assert.deepEqual(explain('csv'), [
      [14, false, 'The format has no rubric.'],
      [15, false, pictures],
      [16, false, pictures],
      [17, false, isVoid],
    ])
  })

  it('say when a format cannot contain a text', () => {
    const arrow: Question = { ...base, type: 'short_answer', correct_answer: ['a -> b'] }
    const blanks: Question = { ...base, type: 'cloze', question: '{{x:a}} {{y:b}}', points: 3 }

    assert.deepEqual(writeQuestions('gift', [arrow], []).omissions[0]?.reasons.map(formatReason), [
      'The format cannot contain “->” in this place. This question was left out.',
    ])
    assert.deepEqual(writeQuestions('moodle_xml', [blanks], []).omissions[0]?.reasons.map(formatReason), [
      'The blanks have whole points, so that the question is worth 4 points.',
      'The blanks were numbered anew.',
    ])
    assert.deepEqual(writeQuestions('csv', [{ ...base, tags: ['a;b'] }], []).omissions[0]?.reasons.map(formatReason), [
      'Semicolons in tags became commas.',
    ])
  })

  it('come back with any texts', () => {
    const line = fc
      .string({
        unit: fc.constantFrom(...'ab <>&"\'=~#{}:\\%*[]()|;,-_!$/1\u00e9\u4e2d\u{1f600}'),
        minLength: 1,
        maxLength: 30,
      })
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '' && !text.includes('->'))
    const choice = fc.uniqueArray(line, { minLength: 2, maxLength: 6 }).chain((options) =>
      fc.record({
        type: fc.constant('multiple_choice' as const),
        options: fc.constant(options),
        correct_answer: fc.subarray(options, { minLength: 1 }),
        question: line,
        explanation: line,
        title: line,
      }),
    )
    const shortAnswer = fc.record({
      type: fc.constant('short_answer' as const),
      correct_answer: fc.uniqueArray(line, { minLength: 1, maxLength: 4 }),
      question: line,
      explanation: line,
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(choice, shortAnswer), { minLength: 1, maxLength: 4 }), (parts) => {
        const given: Question[] = parts.map((part) => ({ ...base, ...part }))
        for (const format of writtenFormats) {
          const { bytes, omissions } = writeQuestions(format, given, [])
          assert.deepEqual(omissions, [])
          const { items } = read(bytes)
          const questionsRead = items.map(({ question }) => question && { ...question, option_feedback: {} })
          assert.deepEqual(questionsRead, given, format)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('sentences', () => {
  it('end with a full stop, are there once, and name their values like ICU messages', () => {
    const all = Object.values(sentences).flatMap((group) => Object.values(group))

    assert.deepEqual(
      all.filter((sentence) => !/^[A-Z].*\.$/.test(sentence)),
      [],
    )
    assert.deepEqual(
      all.filter((sentence) => /[{}]/.test(sentence.replace(/\{\w+\}/g, ''))),
      [],
    )
    assert.equal(new Set(all).size, all.length)
  })
})
