import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatReason, type Item, type Question, readQuestions } from '../index.ts'

function read(text: string): Item[] {
  const reading = readQuestions(new TextEncoder().encode(text))
  assert.equal(reading.format, 'gift', reading.reason === null ? '' : formatReason(reading.reason))
  return reading.items
}

function readOne(text: string): Question {
  const [item] = read(text)
  assert.ok(item?.question, item?.reasons.map(formatReason).join() ?? 'no item')
  return item.question
}

const explain = (item: Item | undefined) => item?.reasons.map(formatReason)

describe('a question in GIFT', () => {
  it('is a single choice with the feedback of its options', () => {
    const question = readOne(`::River::Which river is the longest? {
      =Nile#About 6\\,650 km. ~Danube#Only 2850 km.
      ~Thames
      ####It flows \\= north.
    }`)

    assert.equal(question.type, 'single_choice')
    assert.equal(question.title, 'River')
    assert.deepEqual(question.options, ['Nile', 'Danube', 'Thames'])
    assert.equal(question.correct_answer, 'Nile')
    assert.deepEqual(question.option_feedback, { Nile: 'About 6\\\\,650 km.', Danube: 'Only 2850 km.' })
    assert.equal(question.explanation, 'It flows = north.')
  })

  const types: [text: string, expected: Partial<Question>][] = [
    ['Pick two. {~%50%a ~%50%b ~c}', { type: 'multiple_choice', correct_answer: ['a', 'b'] }],
    ['The sun is a star. {T}', { type: 'true_false', correct_answer: true }],
    ['The moon is a star.{FALSE}', { type: 'true_false', correct_answer: false }],
    ['Two plus two? {=four =4}', { type: 'short_answer', correct_answer: ['four', '4'] }],
    ['A single word {mercury}', { type: 'short_answer', correct_answer: ['mercury'] }],
    ['Euler? {#2.7175:0.0005}', { type: 'numeric', correct_answer: 2.7175, tolerance: 0.0005 }],
    ['Euler? {#2.717..2.718}', { type: 'numeric', correct_answer: 2.7175, tolerance: 0.0005 }],
    ['Below zero? {#-2..-1}', { type: 'numeric', correct_answer: -1.5, tolerance: 0.5 }],
    [
      'Capitals {=Peru -> Lima =Chad -> N’Djamena = -> Rome}',
      {
        type: 'matching',
        pairs: [
          { left: 'Peru', right: 'Lima' },
          { left: 'Chad', right: 'N’Djamena' },
        ],
        options: ['Rome'],
      },
    ],
    ['Tell us about yourself. {}', { type: 'essay', correct_answer: null }],
    ['A cat has {~two =four ~six} legs.', { type: 'single_choice', question: 'A cat has \\_\\_\\_\\_\\_ legs.' }],
    ['A set \\{1, 2\\} has {#2} elements', { question: 'A set {1, 2} has \\_\\_\\_\\_\\_ elements' }],
    ['[html]<b>Bold</b> &amp; plain {T}', { question: '**Bold** & plain' }],
    ['[markdown]*As it is*\\n\\n- one {T}', { question: '*As it is*\n\n- one' }],
    ['[plain]<b> is a tag {T}', { question: '<b> is a tag' }],
    ['Lines that\nare wrapped {T}', { question: 'Lines that are wrapped' }],
    ['Stars: 2*3 and a_b {T}', { question: 'Stars: 2\\*3 and a\\_b' }],
    ['Which is a brace? {=\\{ ~\\~ ~\\=}', { options: ['{', '~', '='], correct_answer: '{' }],
    ['Literal star {=2\\\\*3}', { correct_answer: ['2*3'] }],
  ]
  for (const [text, expected] of types)
    it(`becomes ${expected.type ?? 'Markdown'}: ${JSON.stringify(text)}`, () => {
      const question = readOne(text)

      assert.deepEqual({ ...question, ...expected }, question)
    })

  it('gets the last part of its category and the tags of its comment', () => {
    const items = read(`$CATEGORY: $course$/Biology/Birds // Owls

// [id:7] [tag:night] [tag:a \\] b]
One {T}

$CATEGORY: top/Default for Course

Two {T}`)

    assert.deepEqual(
      items.map(({ question }) => question?.tags),
      [['Birds / Owls', 'night', 'a ] b'], []],
    )
  })

  it('says what it loses', () => {
    const items = read(`Half {~%50%half =whole ~nothing}

Word {=right#well done =%80%nearly}

Wild {=a*c =abc}

Several {=both ~no =right}

Numbers {#=1:0 =%50%2:1}

Others {#=3:2
~#Completely wrong}`)

    assert.deepEqual(items.map(explain), [
      ['Points for answers that are partly right, and points that wrong answers cost, were left out.'],
      [
        'Feedback that belongs to no option was left out.',
        'Points for answers that are partly right, and points that wrong answers cost, were left out.',
      ],
      ['Accepted answers with wildcards were left out.'],
      ['Several options were right on their own. All of them are needed now.'],
      ['Points for answers that are partly right, and points that wrong answers cost, were left out.'],
      ['Feedback that belongs to no option was left out.'],
    ])
    assert.ok(items.every(({ verdict }) => verdict === 'changed'))
  })

  it('refuses itself only, with its line and a reason', () => {
    const items = read(`One {T}

Never closed {=a

::Only text::This asks nothing.

Twice {T} and {F}

None {~a ~b}

Equal {=a ~a}

Alone {=a ~}

{T}

Not a number {#many}

Last {T}`)

    assert.deepEqual(
      items.map((item) => [item.place, item.verdict, ...(explain(item) ?? [])]),
      [
        ['1', 'imported'],
        ['3', 'refused', 'The answers begin with an opening brace and have no closing brace.'],
        ['5', 'refused', 'This is a text without a question.'],
        ['7', 'refused', 'The question has several places for answers, and they cannot be blanks of one text.'],
        ['9', 'refused', 'No answer is marked as right.'],
        ['11', 'refused', 'Every option must differ from the others.'],
        ['13', 'refused', 'The question needs at least two options.'],
        ['15', 'refused', 'The question has no text.'],
        ['17', 'refused', 'The right answer is not a number that can be compared.'],
        ['19', 'imported'],
      ],
    )
    assert.ok(items.every(({ verdict, question }) => (verdict === 'refused') === (question === null)))
  })

  it('may have an empty line within its answers', () => {
    const question = readOne('Which? {\n~one\n\n=two\n}')

    assert.deepEqual(question.options, ['one', 'two'])
  })
})
