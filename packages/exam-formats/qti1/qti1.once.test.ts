import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { formatReason, type Item, type Question, readQuestions } from '../index.ts'

const wrap = (items: string) =>
  `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment><section>${items}</section></assessment></questestinterop>`

const read = (items: string) => readQuestions(new TextEncoder().encode(wrap(items)))

const explain = (item: Item | undefined) => item?.reasons.map(formatReason)

function readOne(xml: string): Question {
  const { items, format } = read(xml)
  assert.equal(format, 'qti_1_2')
  assert.ok(items[0]?.question, explain(items[0])?.join() ?? 'no item')
  return items[0].question
}

const material = (text: string, type = 'text/plain') =>
  `<material><mattext texttype="${type}">${text}</mattext></material>`
const label = (ident: string, text = ident) => `<response_label ident="${ident}">${material(text)}</response_label>`

const choice = (labels: string, cardinality = 'Single', ident = 'r') =>
  `<response_lid ident="${ident}" rcardinality="${cardinality}"><render_choice>${labels}</render_choice></response_lid>`

const condition = (conditions: string, score: number | null, rest = '') =>
  `<respcondition continue="Yes"><conditionvar>${conditions}</conditionvar>${
    score === null ? '' : `<setvar action="Set" varname="SCORE">${score}</setvar>`
  }${rest}</respcondition>`

const equal = (value: string, ident = 'r') => `<varequal respident="${ident}">${value}</varequal>`

interface ItemParts {
  type?: string
  points?: number
  presentation: string
  processing?: string
  rest?: string
}

function item({ type = '', points, presentation, processing = '', rest = '' }: ItemParts): string {
  const field = (name: string, value: unknown) =>
    `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`
  const fields = field('question_type', type) + (points === undefined ? '' : field('points_possible', points))
  return `<item ident="i1" title="A title"><itemmetadata><qtimetadata>${fields}</qtimetadata></itemmetadata>
    <presentation>${presentation}</presentation>
    <resprocessing><outcomes><decvar maxvalue="100" varname="SCORE"/></outcomes>${processing}</resprocessing>${rest}</item>`
}

const ask = (text = 'Which?') => material(text)

describe('an item of QTI 1.2', () => {
  const types: [name: string, parts: ItemParts, expected: Partial<Question>][] = [
    [
      'a single choice',
      { presentation: ask() + choice(label('a') + label('b')), processing: condition(equal('b'), 100), points: 3 },
      { type: 'single_choice', options: ['a', 'b'], correct_answer: 'b', points: 3, title: 'A title' },
    ],
    [
      'a choice by its scores, without a name of its type',
      {
        presentation: ask() + choice(label('a') + label('b') + label('c')),
        processing: condition(equal('a'), 0) + condition(`<or>${equal('b')}</or>`, 5),
      },
      { type: 'single_choice', correct_answer: 'b' },
    ],
    [
      'true or false',
      {
        presentation: ask() + choice(label('1', 'True') + label('2', 'False')),
        processing: condition(equal('2'), 100),
      },
      { type: 'true_false', correct_answer: false },
    ],
    [
      'several right options in one condition',
      {
        presentation: ask() + choice(label('a') + label('b') + label('c'), 'Multiple'),
        processing: condition(`<and>${equal('a')}${equal('c')}<not>${equal('b')}</not></and>`, 100),
      },
      { type: 'multiple_choice', correct_answer: ['a', 'c'] },
    ],
    [
      'several right options with points for each',
      {
        presentation: ask() + choice(label('a') + label('b') + label('c'), 'Multiple'),
        processing: condition(equal('a'), 50) + condition(equal('c'), 50),
      },
      { type: 'multiple_choice', correct_answer: ['a', 'c'] },
    ],
    [
      'an order',
      {
        presentation: ask() + choice(label('a') + label('b') + label('c'), 'Ordered'),
        processing: condition(equal('c') + equal('a') + equal('b'), 100),
      },
      { type: 'ordering', correct_answer: ['c', 'a', 'b'] },
    ],
    [
      'a short answer',
      {
        presentation: `${ask()}<response_str ident="r"><render_fib/></response_str>`,
        processing: condition(equal('Ada') + equal('Lovelace'), 100),
      },
      { type: 'short_answer', correct_answer: ['Ada', 'Lovelace'] },
    ],
    [
      'a number with bounds',
      {
        presentation: `${ask()}<response_str ident="r"><render_fib fibtype="Decimal"/></response_str>`,
        processing: condition(
          `<or>${equal('42')}<and><vargte respident="r">41.5</vargte><varlte respident="r">42.5</varlte></and></or>`,
          100,
        ),
      },
      { type: 'numeric', correct_answer: 42, tolerance: 0.5 },
    ],
    [
      'an essay',
      { presentation: `${ask()}<response_str ident="r"><render_fib rows="9"/></response_str>` },
      { type: 'essay' },
    ],
    ['a file', { type: 'file_upload_question', presentation: ask() }, { type: 'file_upload' }],
    [
      'pairs, with right sides that belong to nothing',
      {
        type: 'matching_question',
        presentation:
          ask() +
          ['Peru', 'Chad', '']
            .map(
              (left, index) =>
                `<response_lid ident="r${index}">${material(left)}<render_choice>${label('1', 'Lima')}${label('2', 'N’Djamena')}${label('3', 'Rome')}</render_choice></response_lid>`,
            )
            .join(''),
        processing: condition(equal('1', 'r0'), 50) + condition(equal('2', 'r1'), 50),
      },
      {
        type: 'matching',
        pairs: [
          { left: 'Peru', right: 'Lima' },
          { left: 'Chad', right: 'N’Djamena' },
        ],
        options: ['Rome'],
      },
    ],
    [
      'categories, whose members become the left sides',
      {
        presentation:
          ask() +
          ['Fruit', 'Root']
            .map(
              (left, index) =>
                `<response_lid ident="r${index}" rcardinality="Multiple">${material(left)}<render_choice>${label('1', 'Pear')}${label('2', 'Plum')}${label('3', 'Leek')}</render_choice></response_lid>`,
            )
            .join(''),
        processing: condition(equal('1', 'r0') + equal('2', 'r0'), 50) + condition(equal('3', 'r1'), 50),
      },
      {
        type: 'matching',
        pairs: [
          { left: 'Pear', right: 'Fruit' },
          { left: 'Plum', right: 'Fruit' },
          { left: 'Leek', right: 'Root' },
        ],
      },
    ],
    [
      'blanks that the text names',
      {
        type: 'fill_in_multiple_blanks_question',
        presentation:
          material('Roses are [first_color], violets [second].') +
          ['first_color', 'second']
            .map(
              (name) =>
                `<response_lid ident="response_${name}">${material(name)}<render_choice>${label(`${name}1`, `${name} one`)}${label(`${name}2`, `${name} two`)}</render_choice></response_lid>`,
            )
            .join(''),
        processing: '',
      },
      {
        type: 'cloze',
        question: 'Roses are {{1:first_color one|first_color two}}, violets {{2:second one|second two}}.',
      },
    ],
    [
      'blanks between texts',
      {
        presentation: ['', 'is the', '.']
          .map(
            (text, index) =>
              material(text) + (index < 2 ? `<response_str ident="b${index}"><render_fib/></response_str>` : ''),
          )
          .join(''),
        processing: condition(equal('Spring', 'b0'), 1) + condition(equal('first', 'b1'), 1),
      },
      { type: 'cloze' },
    ],
  ]
  for (const [name, parts, expected] of types)
    it(`becomes ${name}`, () => {
      const question = readOne(item(parts))

      assert.deepEqual({ ...question, ...expected }, question)
    })

  it('has the feedback of its options, and what explains the answer', () => {
    const show = (name: string) => `<displayfeedback linkrefid="${name}"/>`
    const feedback = (name: string, text: string) =>
      `<itemfeedback ident="${name}"><flow_mat>${material(text, 'text/html')}</flow_mat></itemfeedback>`
    const [read1] = read(
      item({
        presentation: ask() + choice(label('a', 'A') + label('b', 'B')),
        processing:
          condition('<other/>', null, show('general')) +
          condition(equal('a'), null, show('a_fb')) +
          condition(equal('b'), 100, show('right')),
        rest:
          feedback('general', '&lt;p&gt;Because.&lt;/p&gt;') +
          feedback('a_fb', 'No.') +
          feedback('right', 'Yes.') +
          feedback('unused', 'Never shown.'),
      }),
    ).items

    assert.deepEqual(read1?.question?.option_feedback, { A: 'No.', B: 'Yes.' })
    assert.equal(read1?.question?.explanation, 'Because.')
    assert.deepEqual(explain(read1), ['Feedback that belongs to no option was left out.'])
  })

  it('is refused alone when it cannot be asked here', () => {
    const { items } = read(
      item({ type: 'calculated_question', presentation: ask() }) +
        item({ type: 'text_only_question', presentation: ask() }) +
        item({ presentation: `${ask()}<response_xy ident="r"/>` }) +
        item({ presentation: ask() + choice(label('a') + label('b')) }) +
        item({
          presentation: `${ask()}${choice(label('a') + label('b'))}<response_str ident="s"><render_fib/></response_str>`,
        }) +
        item({ type: 'essay_question', presentation: ask() }),
    )

    assert.deepEqual(
      items.map((read) => [read.verdict, ...(explain(read) ?? [])]),
      [
        ['refused', 'Questions of the type “calculated_question” cannot be imported.'],
        ['refused', 'This is a text without a question.'],
        ['refused', 'Questions of the type “response_xy” cannot be imported.'],
        ['refused', 'No answer is marked as right.'],
        ['refused', 'The question asks for answers of several kinds at once.'],
        ['imported'],
      ],
    )
  })
})

describe('a package of Canvas', () => {
  const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')
  const quiz = (text: string) =>
    strToU8(wrap(item({ type: 'essay_question', presentation: material(text, 'text/html') })))

  it('is read once, with the pictures of its folder', () => {
    const reading = readQuestions(
      zipSync({
        'imsmanifest.xml': strToU8('<manifest/>'),
        'g1/assessment_qti.xml': quiz('Reduced'),
        'g1/assessment_meta.xml': strToU8('<quiz><title>Settings</title></quiz>'),
        'non_cc_assessments/g1.xml.qti': quiz(
          '&lt;img src="%24IMS-CC-FILEBASE%24/maps/a%20b.gif?canvas=1" alt="map"&gt; Complete',
        ),
        'web_resources/maps/a b.gif': gif,
        'web_resources/maps/unused.gif': gif,
      }),
    )

    assert.deepEqual(
      reading.items.map(({ place, verdict, question }) => [place, verdict, question?.question]),
      [['non_cc_assessments/g1.xml.qti#i1', 'imported', '![map](a-b.gif) Complete']],
    )
    assert.deepEqual(
      reading.files.map(({ name, type }) => [name, type]),
      [['a-b.gif', 'image/gif']],
    )
  })
})
