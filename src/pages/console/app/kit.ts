/** What all views of the console share: markup, sentences, the API, addresses and formats. */

import htm from 'htm'
import { h, type VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { getExponent } from '#language/currencies.ts'
import type { Template } from '#language/sentence.ts'
import type { Arguments, Data, GetOperation, ListMeta, ListOperation, Meta, Operation, Row } from '#pages/contract.ts'
import { type Call, readCall, toCall } from '../../modules/calls.ts'
import { locale, words } from './catalogue.ts'

export { toCall }

type Markup = (strings: TemplateStringsArray, ...values: unknown[]) => VNode

/** Its types describe the CommonJS build. */
export const html = (htm as unknown as { bind(create: typeof h): Markup }).bind(h)

type Values = Readonly<Record<string, string | number>>

const plurals = new Intl.PluralRules(locale)
const choice = /\{(\w+), plural,((?: \S+ \{(?:[^{}]|\{\w+\})*\})+)\}/g

/** Chooses the form of each plural by the number of its value, as the rules of the language have it. */
const choosePlurals = (message: string, values: Values): string =>
  message.replace(choice, (_, name: string, forms: string) => {
    const texts = new Map(
      [...forms.matchAll(/(?<!\S)(=?\w+) \{((?:[^{}]|\{\w+\})*)\}/g)].map(([, key = '', text = '']) => [key, text]),
    )
    const value = Number(values[name])
    return texts.get(`=${value}`) ?? texts.get(plurals.select(value)) ?? texts.get('other') ?? ''
  })

/** Writes a sentence of the catalogue; values stand in braces. */
export const write = (sentence: Template, values: Values = {}): string =>
  choosePlurals(words[sentence] ?? sentence, values).replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name] ?? all
    return typeof value === 'number' ? formatNumber(value) : value
  })

const { base = '', organization = '' } = document.body.dataset

export { base, organization }

/** A refusal of the API, with its messages. */
export class Refusal extends Error {
  readonly status: number
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>

  constructor(status: number, message: string, errors: Refusal['errors'] = {}) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** What an operation answers. */
interface Answer<O extends Operation> {
  message: string
  data: Data<O>
  meta: Meta<O>
}

export interface RowPage<O extends ListOperation> {
  data: Row<O>[]
  meta: Pick<ListMeta, 'total' | 'current_page' | 'last_page' | 'from' | 'to'>
}

interface RefusedAnswer {
  message?: string
  errors?: Record<string, string[]>
}

/** Sends a request; `path` begins with `/console/`. Throws a `Refusal` with the messages of the service. */
async function send(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Response> {
  const headers: Record<string, string> = { 'x-console': '1', accept: 'application/json', ...more }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (response.ok) return response
  // A proxy may answer without JSON; the status is shown then.
  const { message = '', errors = {} }: RefusedAnswer = await response.json().catch(() => ({}))
  const messages = Object.values(errors).flat()
  if (response.status === 401 && path.startsWith('/console/api/')) window.dispatchEvent(new Event('session-ended'))
  throw new Refusal(response.status, messages.length > 0 ? messages.join(' ') : message, errors)
}

/** Sends a call and returns the response. */
function sendCall(call: Call, headers?: Record<string, string>): Promise<Response> {
  const { method, path } = readCall(call)
  return send(method, `/console/api${path}`, call.body, headers)
}

/** Calls an operation of the API and returns the whole answer: `callApi('GET /admin/users', { page: 2 })`. */
export const callApi = async <O extends Operation>(operation: O, ...sent: Arguments<O>): Promise<Answer<O>> =>
  (await sendCall(toCall(operation, ...sent))).json()

/** Sends a call of any operation once for the key; all answer with a message. */
export const sendAny = async (call: Call, key?: string): Promise<{ message: string }> =>
  (await sendCall(call, key === undefined ? {} : { 'idempotency-key': key })).json()

/** Reads a page of a list, with parameters that stand in the address of the view. */
export const readPage = async <O extends ListOperation>(operation: O, parameters: object): Promise<RowPage<O>> =>
  (await sendCall({ operation, parameters })).json()

/** Reads what an operation returns as `data`. */
export const readData = async <O extends GetOperation>(operation: O, ...sent: Arguments<O>): Promise<Data<O>> =>
  (await callApi(operation, ...sent)).data

/** What a step of the sign-in answers: with a challenge, it goes on. */
export interface SignInStep {
  challenge?: string
}

/** Begins, goes on with or ends the session of the console. */
export const callSession = async (
  method: 'POST' | 'DELETE',
  step: '' | '/code' | '/passkey',
  body?: object,
): Promise<SignInStep> => (await send(method, `/console/session${step}`, body)).json()

/** Returns the name that the server gives the file. */
function readFileName({ headers }: Response): string | undefined {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^\s']+)$/.exec(disposition)?.[1]
  return encoded === undefined ? /filename="([^"]+)"/.exec(disposition)?.[1] : decodeURIComponent(encoded)
}

/** Downloads all rows of a list as a file. */
export async function downloadCsv(call: Call, name: string): Promise<void> {
  const response = await sendCall(call, { accept: 'text/csv' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = readFileName(response) ?? `${name}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}

export interface Place {
  path: string
  query: URLSearchParams
}

const readPlace = (): Place => ({
  path: location.pathname.slice(base.length).replace(/^\/console\/?/, '/'),
  query: new URLSearchParams(location.search),
})

/** Goes to a view; `to` begins with `/` and may have a query. */
export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `${base}/console${to === '/' ? '' : to}`)
  window.dispatchEvent(new Event('place'))
}

/** The present view, and each later one. */
export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace)
  useEffect(() => {
    const follow = () => setPlace(readPlace())
    for (const event of ['popstate', 'place']) window.addEventListener(event, follow)
    return () => {
      for (const event of ['popstate', 'place']) window.removeEventListener(event, follow)
    }
  }, [])
  return place
}

/** A link that stays in the page; the browser opens it in a new tab as any other. */
export function Link({ to, children, class: name = '', current = false }: LinkProps): VNode {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return html`<a href=${`${base}/console${to === '/' ? '' : to}`} class=${name} aria-current=${current ? 'page' : undefined} onClick=${follow}>${children}</a>`
}

interface LinkProps {
  to: string
  children?: unknown
  class?: string
  current?: boolean
}

export type LoadState<T> = { state: 'loading' } | { state: 'failed'; error: Refusal } | { state: 'ready'; value: T }

/** Loads what a view shows, again after each change of `key`; `reload` loads it once more and keeps what is shown. */
export function useLoaded<T>(read: () => Promise<T>, key: string): [LoadState<T>, () => void] {
  const [loaded, setLoaded] = useState<LoadState<T>>({ state: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    read().then(
      (value) => isCurrent && setLoaded({ state: 'ready', value }),
      (error: unknown) => isCurrent && setLoaded({ state: 'failed', error: toRefusal(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, round])
  return [loaded, () => setRound((before) => before + 1)]
}

/** An error without an answer is one of the network. */
export const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(0, write('The service cannot be reached.'))

const dateTime = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { dateStyle: 'medium', timeZone: 'UTC' })
const number = new Intl.NumberFormat(`${locale}-u-nu-latn`)

const shortDay = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { day: 'numeric', month: 'short', timeZone: 'UTC' })

const list = new Intl.ListFormat(locale)

export const formatList = (parts: readonly string[]): string => list.format(parts)
export const formatTime = (time: string | null): string => (time === null ? '–' : dateTime.format(new Date(time)))
export const formatDay = (date: string): string => day.format(new Date(date))
/** For the scale of a chart; `time` in milliseconds. */
export const formatShortDay = (time: number): string => shortDay.format(time)
export const formatNumber = (value: number): string => number.format(value)
const formatUnits = (amount: number, digits: number): string =>
  amount
    .toLocaleString(`${locale}-u-nu-latn`, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace(/^\u200e?-/, '\u2212')

/** Formats an amount in units as the pages do: `29.00 USD`. */
export const formatMoney = (amount: number, currency: string): string =>
  `\u2066${formatUnits(amount, getExponent(currency))} ${currency}\u2069`

/** Formats a range as the pages do: `42,000 – 55,000 USD`; one amount alone where there is no other. */
export function formatMoneyRange(amounts: readonly number[], currency: string): string {
  const digits = amounts.every(Number.isInteger) ? 0 : getExponent(currency)
  const numbers = new Set(amounts.filter((amount) => amount > 0).map((amount) => formatUnits(amount, digits)))
  return numbers.size === 0 ? '–' : `\u2066${[...numbers].join(' – ')} ${currency}\u2069`
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return `${formatNumber(Math.round((bytes / 1000 ** power) * 10) / 10)} ${units[power]}`
}

/** A time with its exact value, as text that machines read too. */
export const Time = ({ at }: { at: string | null }): VNode =>
  at === null ? html`<span>–</span>` : html`<time dateTime=${at}>${formatTime(at)}</time>`
