import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatReason, type Item, type Question, readQuestions } from '../index.ts'

const explain = (item: Item | undefined) => item?.reasons.map(formatReason)

function read(content: string, attributes = ''): Item {
  const reading = readQuestions(
    new TextEncoder().encode(
      `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q1" title="A title" ${attributes}>${content}</assessmentItem>`,
    ),
  )
  assert.equal(reading.format, 'qti_2_1')
  const [item] = reading.items
  assert.ok(item)
  return item
}

const declare = (cardinality: string, type: string, values: string[], { rest = '', identifier = 'R' } = {}) =>
  `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${type}">
   <correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse>${rest}</responseDeclaration>`

const body = (content: string) => `<itemBody>${content}</itemBody>`
const choices = (...names: string[]) =>
  names.map((name) => `<simpleChoice identifier="${name}">${name}</simpleChoice>`).join('')

const interaction = (name: string, content: string) =>
  `<${name} responseIdentifier="R"><prompt>Which?</prompt>${content}</${name}>`
const matchSet = (...names: string[]) =>
  `<simpleMatchSet>${names.map((name) => `<simpleAssociableChoice identifier="${name}" matchMax="1">${name}</simpleAssociableChoice>`).join('')}</simpleMatchSet>`

describe('an item of QTI 2.1', () => {
  const types: [name: string, content: string, expected: Partial<Question>][] = [
    [
      'a single choice',
      declare('single', 'identifier', ['B']) + body(interaction('choiceInteraction', choices('A', 'B'))),
      { type: 'single_choice', question: 'Which?', options: ['A', 'B'], correct_answer: 'B', title: 'A title' },
    ],
    [
      'true or false',
      declare('single', 'identifier', ['True']) + body(interaction('choiceInteraction', choices('True', 'False'))),
      { type: 'true_false', correct_answer: true },
    ],
    [
      'several right options, with the points of the item',
      declare('multiple', 'identifier', ['A', 'C']) +
        '<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>4</value></defaultValue></outcomeDeclaration>' +
        body(interaction('choiceInteraction', choices('A', 'B', 'C'))),
      { type: 'multiple_choice', correct_answer: ['A', 'C'], points: 4 },
    ],
    [
      'an order',
      declare('ordered', 'identifier', ['C', 'A', 'B']) + body(interaction('orderInteraction', choices('A', 'B', 'C'))),
      { type: 'ordering', correct_answer: ['C', 'A', 'B'] },
    ],
    [
      'pairs',
      declare('multiple', 'directedPair', ['A X', 'B X']) +
        body(interaction('matchInteraction', matchSet('A', 'B') + matchSet('X', 'Y'))),
      {
        type: 'matching',
        pairs: [
          { left: 'A', right: 'X' },
          { left: 'B', right: 'X' },
        ],
        options: ['Y'],
      },
    ],
    [
      'a short answer within its text',
      declare('single', 'string', ['York']) +
        body('<p>This sun of <textEntryInteraction responseIdentifier="R"/>; and all the clouds</p>'),
      {
        type: 'short_answer',
        question: 'This sun of \\_\\_\\_\\_\\_; and all the clouds',
        correct_answer: ['York'],
      },
    ],
    [
      'a number with a relative tolerance',
      `${declare('single', 'float', ['200']) + body('<p>How many? <textEntryInteraction responseIdentifier="R"/></p>')}
       <responseProcessing><responseCondition><responseIf><equal toleranceMode="relative" tolerance="5 5">
       <variable identifier="R"/><correct identifier="R"/></equal></responseIf></responseCondition></responseProcessing>`,
      { type: 'numeric', question: 'How many?', correct_answer: 200, tolerance: 10 },
    ],
    [
      'a choice within its text',
      declare('single', 'identifier', ['b']) +
        body(
          '<p>A <inlineChoiceInteraction responseIdentifier="R"><inlineChoice identifier="a">cat</inlineChoice><inlineChoice identifier="b">dog</inlineChoice></inlineChoiceInteraction> barks</p>',
        ),
      { type: 'single_choice', question: 'A \\_\\_\\_\\_\\_ barks', options: ['cat', 'dog'], correct_answer: 'dog' },
    ],
    [
      'blanks',
      declare('single', 'string', ['one'], {
        rest: '<mapping><mapEntry mapKey="1" mappedValue="1"/></mapping>',
        identifier: 'R1',
      }) +
        declare('single', 'string', ['two'], { identifier: 'R2' }) +
        body('<p><textEntryInteraction responseIdentifier="R1"/>, <textEntryInteraction responseIdentifier="R2"/></p>'),
      { type: 'cloze', question: '{{1:one|1}}, {{2:two}}' },
    ],
    [
      'an essay',
      body('<p>Why? <b>Because</b></p><extendedTextInteraction responseIdentifier="R"/>'),
      { type: 'essay', question: 'Why? **Because**' },
    ],
    ['a file', body('<p>Send it.</p><uploadInteraction responseIdentifier="R"/>'), { type: 'file_upload' }],
    [
      'a slider',
      declare('single', 'integer', ['16']) + body(interaction('sliderInteraction', '')),
      { type: 'numeric', correct_answer: 16 },
    ],
  ]
  for (const [name, content, expected] of types)
    it(`becomes ${name}`, () => {
      const { question, verdict, reasons } = read(content)

      assert.equal(verdict, 'imported', reasons.map(formatReason).join())
      assert.deepEqual({ ...question, ...expected }, question)
    })

  const changed: [name: string, content: string, expected: Partial<Question>, reasons: string[]][] = [
    [
      'gaps that become blanks',
      declare('multiple', 'directedPair', ['w g1', 's g2']) +
        body(
          interaction(
            'gapMatchInteraction',
            '<gapText identifier="w" matchMax="1">winter</gapText><gapText identifier="s" matchMax="1">summer</gapText><p>Now is the <gap identifier="g1"/> made <gap identifier="g2"/></p>',
          ),
        ),
      { type: 'cloze', question: 'Which?\n\nNow is the {{1:winter}} made {{2:summer}}' },
      ['Menus became blanks to write in.'],
    ],
    [
      'words that become options',
      declare('single', 'identifier', ['b']) +
        body(
          interaction(
            'hottextInteraction',
            '<p>I <hottext identifier="a">has</hottext> <hottext identifier="b">have</hottext></p>',
          ),
        ),
      { type: 'single_choice', options: ['has', 'have'], correct_answer: 'have' },
      ['Words to choose in the text became options.'],
    ],
    [
      'feedback of options and of the whole',
      `${declare('single', 'identifier', ['A'])}${body(
        interaction(
          'choiceInteraction',
          '<simpleChoice identifier="A">A<feedbackInline outcomeIdentifier="F" identifier="A" showHide="show">yes</feedbackInline></simpleChoice><simpleChoice identifier="B">B</simpleChoice>',
        ),
      )}<modalFeedback outcomeIdentifier="F" identifier="solution" showHide="show">Because.</modalFeedback>
      <modalFeedback outcomeIdentifier="F" identifier="wrong" showHide="show">Try again.</modalFeedback>`,
      { option_feedback: { A: 'yes' }, explanation: 'Because.' },
      ['Feedback that belongs to no option was left out.'],
    ],
    [
      'a formula, as its source',
      body(
        '<p><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi><annotation encoding="application/x-tex">\\frac{1}{x}</annotation></semantics></math></p><extendedTextInteraction responseIdentifier="R"/>',
      ),
      { question: '\\\\(\\\\frac{1}{x}\\\\)' },
      ['Formulas became plain text.'],
    ],
  ]
  for (const [name, content, expected, reasons] of changed)
    it(`says that it has ${name}`, () => {
      const item = read(content)

      assert.deepEqual([item.verdict, explain(item)], ['changed', reasons])
      assert.deepEqual({ ...item.question, ...expected }, item.question)
    })

  const refused: [content: string, attributes: string, reason: string][] = [
    [body('<p>Read this.</p>'), '', 'This is a text without a question.'],
    [body(interaction('hotspotInteraction', '')), '', 'Questions of the type “hotspotInteraction” cannot be imported.'],
    [
      body(interaction('associateInteraction', '')),
      '',
      'Questions of the type “associateInteraction” cannot be imported.',
    ],
    ['<templateDeclaration/>', '', 'Questions whose numbers or steps are computed cannot be imported.'],
    [body(''), 'adaptive="true"', 'Questions whose numbers or steps are computed cannot be imported.'],
    [body(interaction('choiceInteraction', choices('A', 'B'))), '', 'No answer is marked as right.'],
    [
      declare('single', 'identifier', ['X']) + body(interaction('choiceInteraction', choices('A', 'B'))),
      '',
      'The right answer “X” is none of the options.',
    ],
    [
      body(interaction('choiceInteraction', choices('A', 'B')) + interaction('extendedTextInteraction', '')),
      '',
      'The question asks for answers of several kinds at once.',
    ],
    [
      declare('multiple', 'directedPair', ['A X', 'A Y', 'B Y']) +
        body(interaction('matchInteraction', matchSet('A', 'B') + matchSet('X', 'Y'))),
      '',
      'A left side belongs to several right ones.',
    ],
  ]
  for (const [content, attributes, reason] of refused)
    it(`is refused: ${reason} ${content.length}`, () => assert.deepEqual(explain(read(content, attributes)), [reason]))
})
