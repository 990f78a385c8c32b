import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatReason, type Question, readQuestions } from '../index.ts'
import { escapeFormula, omitGuard } from './formulas.ts'

const read = (text: string) => readQuestions(new TextEncoder().encode(text))

function readOne(text: string): Question {
  const { items, format } = read(text)
  assert.equal(format, 'csv')
  const [item] = items
  assert.ok(item?.question, item?.reasons.map(formatReason).join() ?? 'no item')
  return item.question
}

describe('questions in CSV', () => {
  const tables: [text: string, expected: Partial<Question>][] = [
    ['Question,Option A,Option B,Correct Answer\nWhich?,one,two,B', { type: 'single_choice', correct_answer: 'two' }],
    ['Question;Choice 1;Choice 2;Answer\nWhich?;5;7;2', { type: 'single_choice', correct_answer: '7' }],
    ['question\toptions\tcorrect\nWhich?\t7|2|5\t2', { type: 'single_choice', correct_answer: '2' }],
    ['question,option1,option2,option3,key\nWhich?,a,b,c,"#1; #3"', { correct_answer: ['a', 'c'] }],
    ['prompt,a,b,c,answer\nWhich?,x,y,z,A;C', { type: 'multiple_choice', correct_answer: ['x', 'z'] }],
    ['question,answer\nThe sun is a star.,TRUE', { type: 'true_false', correct_answer: true }],
    ['question,answer\nHow many?,"1,5"', { type: 'numeric', correct_answer: 1.5 }],
    ['question,answer\nWho?,Ada|Lovelace', { type: 'short_answer', correct_answer: ['Ada', 'Lovelace'] }],
    ['question,answer\nWhy?,', { type: 'essay' }],
    ['question,points\n{{1:Ada}} wrote notes.,2', { type: 'cloze', points: 2 }],
    [
      'question,option_1,match_1,option_2,match_2\nPairs,a,1,b,2',
      {
        type: 'matching',
        pairs: [
          { left: 'a', right: '1' },
          { left: 'b', right: '2' },
        ],
      },
    ],
    ['question,answer,tags,difficulty\nIs it?,true,sea; sky,4', { tags: ['sea', 'sky'], difficulty: 4 }],
  ]
  for (const [text, expected] of tables)
    it(`are understood: ${JSON.stringify(text)}`, () => {
      const question = readOne(text)

      assert.deepEqual({ ...question, ...expected }, question)
    })

  it('have the line of their row, and refuse themselves only', () => {
    const { items } = read(
      'type,question,option_1,option_2,answer\n,"On two\nlines?",a,b,A\nriddle,What?,,,\nsingle_choice,Which?,a,b,c\n,Last,,,true\n',
    )

    assert.deepEqual(
      items.map(({ place, verdict, reasons }) => [place, verdict, ...reasons.map(formatReason)]),
      [
        ['2', 'imported'],
        ['4', 'refused', 'Questions of the type “riddle” cannot be imported.'],
        ['5', 'refused', 'The right answer “c” is none of the options.'],
        ['6', 'imported'],
      ],
    )
  })

  it('are read as spreadsheets write them, and a row that cannot be read refuses itself', () => {
    const { items } = read(
      [
        'sep=;',
        'Question;Answer;;',
        'Who is Ann "Nan" Lee?;Ann;;',
        ';;;',
        '"Open;true',
        'One;true;false',
        'Caf\ufffd?;true',
        '"Last; really?";true;;',
      ].join('\r\n'),
    )

    assert.deepEqual(
      items.map(({ place, verdict, reasons }) => [place, verdict, ...reasons.map(formatReason)]),
      [
        ['3', 'imported'],
        ['5', 'refused', 'The row cannot be read as CSV; a quote may be missing.'],
        ['6', 'refused', 'The row has more values than the file has columns.'],
        ['7', 'refused', 'Some characters could not be read (\ufffd). Save the file as UTF-8.'],
        ['8', 'imported'],
      ],
    )
  })

  it('in Windows-1252, as Excel saves it in Western Europe, have their letters', () => {
    const { items } = readQuestions(
      Buffer.from('Question;Answer\r\nOù est “Zürich”?;Là\r\n'.replaceAll(/[“”]/g, '"'), 'latin1'),
    )

    assert.equal(items[0]?.question?.question, 'Où est "Zürich"?')
  })
})

describe('a cell that begins like a formula', () => {
  for (const text of ['=1+1', "'=1", "''=1", '@a', '-a', '+', '-5', '- 5', 'a=b', "'a", '', '\t=1'])
    it(`comes back as it was: ${JSON.stringify(text)}`, () => {
      assert.equal(omitGuard(escapeFormula(text)), text)
      assert.doesNotMatch(escapeFormula(text), /^(?!-\d)[\s]*[=+\-@]/)
    })
})
