/** The fields for answers of several parts: an order, pairs, and texts in blanks. */

import { create } from './dom.ts'
import { type Field, listTexts, readTexts } from './field.ts'
import { describePlainText, renderPlainText } from './markdown.ts'

/** A list whose options move by buttons, which need neither a mouse nor a steady hand. */
export function createOrdering(field: Field): HTMLElement {
  const { question, write } = field
  const saved = listTexts(field.answer)
  const order = saved.length === question.options.length ? saved : [...question.options]
  const list = create('ol', { class: 'options', 'aria-labelledby': field.labelId })
  const confirm = create('button', { type: 'button' }, write('The order is right as it is'))
  confirm.hidden = saved.length > 0
  const store = () => {
    confirm.hidden = true
    field.change([...order])
  }
  const move = (from: number, to: number) => {
    const [option = ''] = order.splice(from, 1)
    order.splice(to, 0, option)
    store()
    show()
    focusMove(list, to, to > from)
    field.announce(write('Now at position {position} of {total}', { position: to + 1, total: order.length }))
  }
  const show = () => list.replaceChildren(...order.map((_, index) => createOption(field, { order, index, move })))
  confirm.addEventListener('click', store)
  show()
  return create('div', {}, list, confirm)
}

interface Movable {
  order: readonly string[]
  index: number
  move: (from: number, to: number) => void
}

function createOption({ write }: Field, { order, index, move }: Movable): HTMLElement {
  const option = order[index] ?? ''
  const name = describePlainText(option)
  const createMove = (to: number, sign: string, label: string) =>
    create(
      'button',
      { type: 'button', 'aria-label': label, disabled: to < 0 || to >= order.length, onclick: () => move(index, to) },
      sign,
    )
  return create(
    'li',
    { class: 'option' },
    renderPlainText(option),
    create(
      'span',
      { class: 'moves' },
      createMove(index - 1, '↑', write('Move up: {option}', { option: name })),
      createMove(index + 1, '↓', write('Move down: {option}', { option: name })),
    ),
  )
}

/** The focus stays on the button that was pressed; at an end of the list on the other one. */
function focusMove(list: HTMLElement, index: number, isDown: boolean): void {
  const [up, down] = list.children[index]?.querySelectorAll('button') ?? []
  const [pressed, other] = isDown ? [down, up] : [up, down]
  if (pressed?.disabled === false) pressed.focus()
  else other?.focus()
}

/** A list of left sides, each with a choice of the options. */
export function createMatching(field: Field): HTMLElement {
  const { question, write } = field
  const chosen = readTexts(field.answer)
  const rows = (question.prompts ?? []).map((prompt) => {
    const select = create(
      'select',
      {
        onchange: () => {
          if (select.value === '') delete chosen[prompt]
          else chosen[prompt] = question.options[Number(select.value)] ?? ''
          field.change(Object.keys(chosen).length === 0 ? null : { ...chosen })
        },
      },
      create('option', { value: '' }, write('Choose…')),
      question.options.map((option, index) =>
        create('option', { value: index, selected: chosen[prompt] === option }, describePlainText(option)),
      ),
    )
    return create('label', {}, renderPlainText(prompt), select)
  })
  const hint = question.options.some((option) => option !== describePlainText(option))
  return create(
    'div',
    { role: 'group', 'aria-labelledby': field.labelId, class: 'pairs' },
    ...rows,
    hint &&
      create(
        'ul',
        { class: 'options' },
        question.options.map((option) => create('li', {}, renderPlainText(option))),
      ),
  )
}

const blank = /\{\{(\w{1,50})\}\}/g

/** Replaces the blanks in the text of the question by fields. Returns null, because nothing stands beside the text. */
export function createBlanks(field: Field, text: HTMLElement): null {
  const { question, write } = field
  const texts = readTexts(field.answer)
  const total = question.prompts?.length ?? 0
  let number = 0
  const createBlank = (name: string) => {
    number++
    const input = create('input', {
      class: 'blank',
      'aria-label': write('Blank {number} of {total}', { number, total }),
      value: texts[name] ?? '',
      maxlength: 2_000,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      dir: 'auto',
      oninput: () => {
        if (input.value.trim() === '') delete texts[name]
        else texts[name] = input.value
        field.change(Object.keys(texts).length === 0 ? null : { ...texts }, 'typing')
      },
    })
    return input
  }
  for (const node of listTextNodes(text)) node.replaceWith(...splitBlanks(node.data, createBlank))
  return null
}

function listTextNodes(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

const splitBlanks = (text: string, createBlank: (name: string) => Node): (string | Node)[] =>
  text.split(blank).map((part, index) => (index % 2 === 0 ? part : createBlank(part)))
