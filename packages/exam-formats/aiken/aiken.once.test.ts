import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatReason, readQuestions } from '../index.ts'

const read = (text: string) => readQuestions(new TextEncoder().encode(text))

describe('questions in Aiken', () => {
  it('have options with letters and an answer', () => {
    const reading = read(
      'What is 2*3?\nA. 5\nB) 6\nC. 7\nANSWER: B\n\nWhich are\nprime?\nA. 2\nB. 3\nC. 4\nANSWER: A, B\n',
    )

    assert.equal(reading.format, 'aiken')
    assert.deepEqual(
      reading.items.map(({ place, question }) => [place, question?.type, question?.question, question?.correct_answer]),
      [
        ['1', 'single_choice', 'What is 2\\*3?', '6'],
        ['7', 'multiple_choice', 'Which are prime?', ['2', '3']],
      ],
    )
  })

  it('refuse themselves only', () => {
    const reading = read(
      'First?\nA. a\nB. b\nSecond?\nA. a\nB. b\nANSWER: D\nThird?\nA. a\nANSWER: A\nFourth?\nA. a\nB. b\nANSWER: A',
    )

    assert.deepEqual(
      reading.items.map(({ place, reasons }) => [place, ...reasons.map(formatReason)]),
      [
        ['1', 'The line with the answer is missing: ANSWER: A.'],
        ['4', 'The answer D is not the letter of an option.'],
        ['8', 'The question needs at least two options.'],
        ['11'],
      ],
    )
  })
})
