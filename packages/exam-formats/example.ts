import assert from 'node:assert/strict'
import { formatReason, readQuestions, writeQuestions } from '@research-platform/exam-formats'

const file = `// [tag:chemistry]
::Water::What is water made of? {~%50%Hydrogen ~%50%Oxygen ~%-100%Helium}

What is the boiling point of water, in °C? {#100:0.5}

This line asks nothing.
`

const reading = readQuestions(new TextEncoder().encode(file))

assert.equal(reading.format, 'gift')
assert.deepEqual(
  reading.items.map(({ place, verdict, reasons }) => [place, verdict, ...reasons.map(formatReason)]),
  [
    ['2', 'changed', 'Points for answers that are partly right, and points that wrong answers cost, were left out.'],
    ['4', 'imported'],
    ['6', 'refused', 'This is a text without a question.'],
  ],
)

const questions = reading.items.flatMap(({ question }) => question ?? [])
const written = writeQuestions('json', questions, reading.files)

assert.deepEqual(
  readQuestions(written.bytes).items.map(({ question }) => question),
  questions,
)
