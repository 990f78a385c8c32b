import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatReason, type Item, type Question, type Reading, readQuestions } from '../index.ts'

const read = (questions: string): Reading =>
  readQuestions(new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${questions}</quiz>`))

const explain = (item: Item | undefined) => item?.reasons.map(formatReason)

/** Returns a question with a name and a text, and what else is given. */
const question = (type: string, rest: string, text = 'Which?') =>
  `<question type="${type}"><name><text>A name</text></name>
   <questiontext format="html"><text><![CDATA[<p>${text}</p>]]></text></questiontext>${rest}</question>`

const answer = (fraction: number, text: string, rest = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text>${rest}</answer>`

const feedback = (text: string) => `<feedback format="html"><text><![CDATA[${text}]]></text></feedback>`

function readOne(xml: string): Question {
  const { items, reason } = read(xml)
  assert.equal(reason, null)
  assert.ok(items[0]?.question, explain(items[0])?.join() ?? 'no item')
  return items[0].question
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a question in Moodle XML', () => {
  const types: [xml: string, expected: Partial<Question>][] = [
    [
      question('multichoice', `<single>true</single>${answer(100, 'a', feedback('<b>yes</b>'))}${answer(0, 'b')}`),
      { type: 'single_choice', options: ['a', 'b'], correct_answer: 'a', option_feedback: { a: '**yes**' } },
    ],
    [
      question('multichoice', `<single>false</single>${answer(50, 'a')}${answer(50, 'b')}${answer(0, 'c')}`),
      { type: 'multiple_choice', correct_answer: ['a', 'b'] },
    ],
    [
      question('truefalse', answer(0, 'true', feedback('no')) + answer(100, 'false')),
      { type: 'true_false', correct_answer: false, option_feedback: { true: 'no' } },
    ],
    [question('shortanswer', answer(100, 'Ada') + answer(100, 'Lovelace')), { correct_answer: ['Ada', 'Lovelace'] }],
    [
      question('numerical', '<answer fraction="100"><text>3,14</text><tolerance>0.01</tolerance></answer>'),
      { type: 'numeric', correct_answer: 3.14, tolerance: 0.01 },
    ],
    [
      question(
        'matching',
        ['Peru Lima', 'Chad N’Djamena', ' Rome']
          .map((pair) => pair.split(' '))
          .map(
            ([left, right]) => `<subquestion><text>${left}</text><answer><text>${right}</text></answer></subquestion>`,
          )
          .join(''),
      ),
      {
        type: 'matching',
        pairs: [
          { left: 'Peru', right: 'Lima' },
          { left: 'Chad', right: 'N’Djamena' },
        ],
        options: ['Rome'],
      },
    ],
    [question('ordering', answer(1, 'one') + answer(1, 'two')), { type: 'ordering', correct_answer: ['one', 'two'] }],
    [question('essay', '<maxwordlimit>300</maxwordlimit>'), { type: 'essay', max_words: 300 }],
    [
      question('essay', '<responseformat>noinline</responseformat><attachments>1</attachments>'),
      { type: 'file_upload', max_words: null },
    ],
    [
      question('multianswer', '', 'It {2:SHORTANSWER:=flies~=soars#well} and {2:SA:=lands~%0%sinks}.'),
      { type: 'cloze', question: 'It {{1:flies|soars}} and {{2:lands}}.', points: 4 },
    ],
    [
      question('gapselect', '<selectoption><text>cat</text></selectoption>', 'The [[1]] sat.'),
      { type: 'cloze', question: 'The {{1:cat}} sat.' },
    ],
    [
      question('gapfill', '<delimitchars>{}</delimitchars>', 'The {cat|dog} sat.'),
      { question: 'The {{1:cat|dog}} sat.' },
    ],
    [
      question(
        'essay',
        `<defaultgrade>2.0000000</defaultgrade><tags><tag><text>sea</text></tag></tags>
         <generalfeedback format="moodle_auto_format"><text>One\nTwo</text></generalfeedback>`,
      ),
      { points: 2, tags: ['sea'], explanation: 'One  \nTwo' },
    ],
    [question('essay', '', 'H<sub>2</sub>O <ul><li>a</li></ul>'), { question: 'H₂O\n\n-   a' }],
  ]
  for (const [xml, expected] of types)
    it(`becomes ${JSON.stringify(expected)}`, () => {
      const read = readOne(xml)

      assert.deepEqual({ ...read, ...expected }, read)
    })

  it('has its pictures as files, with a name for each', () => {
    const file = (content: string) => `<file name="my map.png" path="/" encoding="base64">${content}</file>`
    const withPicture = (content: string) =>
      `<question type="essay"><questiontext format="html"><text><![CDATA[See <img src="@@PLUGINFILE@@/my%20map.png" alt="the map">]]></text>
       ${file(content)}</questiontext></question>`
    const other = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.from('other')]).toString('base64')
    const { items, files } = read(
      [withPicture(pixel), withPicture(other), withPicture(pixel), withPicture('AAAA')].join('') +
        question(
          'essay',
          '',
          `<img src="data:image/png;base64,${pixel}"> <img src="https://example.org/a.png" alt="far">`,
        ),
    )

    assert.deepEqual(
      items.map((item) => [item.verdict, item.question?.question]),
      [
        ['imported', 'See ![the map](my-map.png)'],
        ['imported', 'See ![the map](my-map-2.png)'],
        ['imported', 'See ![the map](my-map.png)'],
        ['changed', 'See the map'],
        ['imported', '![](my-map.png) ![far](https://example.org/a.png)'],
      ],
    )
    assert.deepEqual(
      files.map(({ name, type, bytes }) => [name, type, Buffer.from(bytes).toString('base64')]),
      [
        ['my-map.png', 'image/png', pixel],
        ['my-map-2.png', 'image/png', other],
      ],
    )
    assert.deepEqual(explain(items[3]), ['The picture “my map.png” is neither PNG, JPEG, GIF nor WebP.'])
  })

  it('says what it loses', () => {
    const { items } = read(
      question('essay', '<graderinfo><text>Be kind.</text></graderinfo><hint><text>Think.</text></hint>') +
        question('shortanswer', `<usecase>1</usecase>${answer(100, 'Ada')}`) +
        question('numerical', `${answer(100, '5')}<units><unit><unit_name>m</unit_name></unit></units>`) +
        question(
          'multichoice',
          `${answer(100, '<i>a</i>')}${answer(-50, 'b')}<correctfeedback><text>Well done</text></correctfeedback>`,
        ) +
        question(
          'essay',
          '<defaultgrade>0.5</defaultgrade>',
          'Watch <video src="a.mp4"></video> <u>this</u><script>alert(1)</script>',
        ) +
        question('multianswer', '', '{1:MC:=a~b} {2:NM:=5:1}'),
    )

    assert.deepEqual(items.map(explain), [
      ['Hints were left out.', 'Notes for graders were left out.'],
      ['Upper and lower case are not told apart any more.'],
      ['Units of the number were left out.'],
      [
        'Feedback that belongs to no option was left out.',
        'The formatting of options was left out.',
        'Points for answers that are partly right, and points that wrong answers cost, were left out.',
      ],
      ['What Markdown cannot express was left out: video, u.', 'The question was worth 0.5 points and is worth 1 now.'],
      [
        'Menus became blanks to write in.',
        'Numbers in blanks are compared as texts.',
        'The blanks had different points. They count the same now.',
      ],
    ])
    assert.doesNotMatch(JSON.stringify(items), /alert/)
  })

  it('refuses itself only, and what follows a break in the file is not guessed', () => {
    const { items } = read(
      question('calculated', '') +
        question('description', '') +
        question('shortanswer', answer(100, '*')) +
        question('essay', '') +
        '<question type="essay"><questiontext><text>Broken <b></text></questiontext></question>' +
        question('essay', ''),
    )

    assert.deepEqual(
      items.map((item) => [item.verdict, ...(explain(item) ?? [])]),
      [
        ['refused', 'Questions of the type “calculated” cannot be imported.'],
        ['refused', 'This is a text without a question.'],
        ['refused', 'No answer is marked as right.'],
        ['imported'],
        ['refused', `The file is broken within this question, at line ${items[4]?.place}.`],
      ],
    )
  })
})
