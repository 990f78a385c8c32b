/** The fields for answers of one part: choices, texts and numbers. */

import { create } from './dom.ts'
import { type Field, isText, listTexts } from './field.ts'
import { renderPlainText } from './markdown.ts'
import { createBlanks, createMatching, createOrdering } from './parts.ts'
import { createUpload } from './upload.ts'

/** Creates the field for the answer. `text` is the element with the text of the question, in which the blanks of a cloze are. */
export function createInput(field: Field, text: HTMLElement): HTMLElement | null {
  switch (field.question.type) {
    case 'single_choice':
      return createChoice(field, toChoices(field))
    case 'true_false':
      return createChoice(field, [
        { value: true, label: document.createTextNode(field.write('True')) },
        { value: false, label: document.createTextNode(field.write('False')) },
      ])
    case 'multiple_choice':
      return createSelection(field)
    case 'short_answer':
      return createLine(field)
    case 'numeric':
      return createNumber(field)
    case 'essay':
      return createEssay(field)
    case 'ordering':
      return createOrdering(field)
    case 'matching':
      return createMatching(field)
    case 'cloze':
      return createBlanks(field, text)
    case 'file_upload':
      return createUpload(field)
  }
}

interface Choice {
  value: string | boolean
  label: Node
}

const toChoices = ({ question }: Field): Choice[] =>
  question.options.map((value) => ({ value, label: renderPlainText(value) }))

const createGroup = ({ labelId, complaintId }: Field, role: 'radiogroup' | 'group', ...children: HTMLElement[]) =>
  create('div', { class: 'options', role, 'aria-labelledby': labelId, 'aria-describedby': complaintId }, ...children)

function createChoice(field: Field, choices: readonly Choice[]): HTMLElement {
  const name = `answer-${field.question.id}`
  const clear = create('button', { type: 'button', class: 'quiet' }, field.write('Clear the answer'))
  clear.hidden = field.answer === undefined
  const inputs = choices.map(({ value }) =>
    create('input', {
      type: 'radio',
      name,
      checked: field.answer === value,
      onchange: () => {
        clear.hidden = false
        field.change(value)
      },
    }),
  )
  clear.addEventListener('click', () => {
    for (const input of inputs) input.checked = false
    clear.hidden = true
    inputs[0]?.focus()
    field.change(null)
  })
  const options = choices.map(({ label }, index) => create('label', { class: 'option' }, inputs[index] ?? null, label))
  return create('div', {}, createGroup(field, 'radiogroup', ...options), clear)
}

function createSelection(field: Field): HTMLElement {
  const chosen = new Set(listTexts(field.answer))
  const options = toChoices(field).map(({ value, label }) => {
    const input = create('input', {
      type: 'checkbox',
      checked: chosen.has(String(value)),
      onchange: () => {
        if (input.checked) chosen.add(String(value))
        else chosen.delete(String(value))
        field.change(chosen.size === 0 ? null : [...chosen])
      },
    })
    return create('label', { class: 'option' }, input, label)
  })
  return createGroup(field, 'group', ...options)
}

function createLine(field: Field): HTMLElement {
  const input = create('input', {
    ...describe(field),
    value: isText(field.answer) ? field.answer : '',
    maxlength: 2_000,
    dir: 'auto',
    oninput: () => field.change(input.value.trim() === '' ? null : input.value, 'typing'),
  })
  return input
}

/** The names of a field for one text. Browsers must not offer earlier answers, nor correct this one. */
const describe = ({ labelId, complaintId }: Field) => ({
  'aria-labelledby': labelId,
  'aria-describedby': complaintId,
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: 'false',
})

/** Reads a number with a decimal point or comma; null for another text. */
function parseNumber(text: string): number | null {
  const digits = text
    .trim()
    .replace(/^(\D?\d+),(\d+)$/, '$1.$2')
    .replace('\u2212', '-')
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,2})?$/i.test(digits) ? Number(digits) : null
}

function createNumber(field: Field): HTMLElement {
  // A comma is a decimal point to some and separates thousands to others, so the page says how it reads one.
  const reading = create('p', { role: 'status', class: 'soft' })
  const input = create('input', {
    ...describe(field),
    value: typeof field.answer === 'number' ? field.answer : '',
    inputmode: 'decimal',
    maxlength: 40,
    dir: 'ltr',
    oninput: () => {
      const number = parseNumber(input.value)
      const isWrong = number === null && !/^[-+\u2212]?\s*$/.test(input.value)
      field.complain(isWrong ? field.write('Please enter a number, such as 3.5.') : null)
      input.setAttribute('aria-invalid', String(isWrong))
      const hasComma = number !== null && input.value.includes(',')
      reading.textContent = hasComma ? field.write('Read as {number}', { number: String(number) }) : ''
      field.change(number, 'typing')
    },
  })
  return create('div', {}, input, reading)
}

/** Counts words as the service does. */
const countWords = (text: string) => text.split(/\s+/u).filter((word) => word !== '').length

function createEssay(field: Field): HTMLElement {
  const limit = field.question.max_words
  const count = create('p', { class: 'soft' })
  const area = create('textarea', { ...describe(field), spellcheck: 'true', maxlength: 100_000, dir: 'auto' })
  area.value = isText(field.answer) ? field.answer : ''
  const showCount = () => {
    const words = countWords(area.value)
    count.textContent =
      limit === undefined
        ? field.write('Words: {words}', { words })
        : field.write('Words: {words} of at most {limit}', { words, limit })
    const isLong = limit !== undefined && words > limit
    field.complain(isLong ? field.write('The answer is too long. The exam cannot be submitted with it.') : null)
  }
  area.addEventListener('input', () => {
    showCount()
    field.change(area.value.trim() === '' ? null : area.value, 'typing')
  })
  showCount()
  return create('div', {}, area, count)
}
