/** Fields in which an object is found by its name, so that administrators need not know its id. */

import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { html, readData, write } from './kit.ts'
import { nameKind } from './names.ts'

export interface Pick {
  value: string
  name: string
  /** What tells it from others of the name. */
  detail: string
}

/** Finds objects by a part of their names. */
export type Find = (text: string) => Promise<Pick[]>

export const findPeople: Find = async (search) =>
  (await readData('GET /admin/users', { search, limit: 8 })).map(({ id, name, email }) => ({
    value: String(id),
    name,
    detail: email,
  }))

export const findPlans: Find = async (text) =>
  (await readData('GET /subscriptions/plans'))
    .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(text.toLowerCase()) && id !== 'free')
    .map(({ id, name }) => ({ value: id, name, detail: id }))

export const findCompanies: Find = async (search) =>
  (await readData('GET /companies', { search, limit: 8 })).map(({ id, name, website }) => ({
    value: String(id),
    name,
    detail: website,
  }))

const findContent =
  (kind: 'course' | 'exam'): Find =>
  async (search) =>
    (await readData('GET /admin/content', { kind, search, limit: 5 })).map(({ id, title }) => ({
      value: `${kind}_id:${id}`,
      name: title,
      detail: nameKind(kind),
    }))

/** Finds what a person can pay for: plans, courses and exams. The value names the kind: `course_id:3`. */
export const findPurchases: Find = async (text) => {
  const plans = (await findPlans(text)).map((plan) => ({
    ...plan,
    value: `plan_id:${plan.value}`,
    detail: write('Plan'),
  }))
  return [...plans, ...(await findContent('course')(text)), ...(await findContent('exam')(text))]
}

/** Waits for a pause in typing, so that not every letter is a request. */
const pauseMs = 200

interface PickerProps {
  name: string
  label: string
  find: Find
  isOptional: boolean
  /** What is chosen at first. */
  value?: string
  /** Called with what is chosen, and with nothing once the text is empty. */
  change?: (value: string) => void
}

/** A text by which objects are found, and the one that is chosen, whose value the form sends. */
export function Picker({ name, label, find, isOptional, value = '', change }: PickerProps): VNode {
  const [text, setText] = useState(value)
  const [chosen, setChosen] = useState<Pick | null>(value === '' ? null : { value, name: value, detail: '' })
  const [found, setFound] = useState<Pick[]>([])
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A form without a choice is not sent.
    input.current?.setCustomValidity(chosen === null && !isOptional ? write('Choose one of those that are found.') : '')
  }, [chosen, isOptional])
  useEffect(() => {
    if (text.trim() === '' || chosen !== null) return setFound([])
    let isCurrent = true
    const timer = setTimeout(() => {
      find(text.trim()).then(
        (picks) => isCurrent && setFound(picks),
        // A text that the API refuses has found nothing.
        () => isCurrent && setFound([]),
      )
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, chosen])
  const show = (pick: Pick) => {
    setChosen(pick)
    setText(pick.name)
  }
  useEffect(() => {
    // An id is found as a text is; without an answer it stays.
    if (value !== '')
      find(value).then(
        (picks) => picks.filter((pick) => pick.value === value).forEach(show),
        () => undefined,
      )
  }, [])
  const type = (event: Event) => {
    const entered = (event.target as HTMLInputElement).value
    setChosen(null)
    setText(entered)
    if (entered === '') change?.('')
  }
  const choose = (pick: Pick) => {
    show(pick)
    change?.(pick.value)
    input.current?.focus()
  }
  return html`<div class="picker"><label>${label}<input ref=${input} type="search" autocomplete="off" value=${text} required=${!isOptional} onInput=${type} /></label>
<input type="hidden" name=${name} value=${chosen?.value ?? ''} />
<div class="hits" role="status">${chosen !== null && html`<p class="soft"><bdi>${chosen.detail}</bdi></p>`}${found.map(
    (pick) =>
      html`<button type="button" onClick=${() => choose(pick)}><bdi>${pick.name}</bdi><span class="soft"><bdi>${pick.detail}</bdi></span></button>`,
  )}</div></div>`
}
