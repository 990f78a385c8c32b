/** The search through everything, which `/` opens. */

import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { nameAct } from './act-names.ts'
import { views } from './catalogue.ts'
import { formatTime, go, html, type LoadState, readData, toRefusal, write } from './kit.ts'
import { nameKind } from './names.ts'
import { Show } from './parts.ts'

interface Hit {
  group: string
  title: string
  detail: string
  to: string
}

/** Looks somewhere, and makes hits of what it finds. */
type Source = () => Promise<Hit[]>

const isId = (text: string) => /^\d{1,9}$/.test(text)
/** All have a view of their own, but messages. */
const contentKinds = [...Object.keys(views), 'message']

/** The form of the codes on certificates, of request ids, and of the numbers of invoices. */
const isCode = (text: string) => /^[\w-]{6,40}$/.test(text) && !isId(text)
const isRequestId = (text: string) => /^[\w.-]{16,100}$/.test(text)
const isInvoice = (text: string) => /^inv-\d/i.test(text)

const searchPeople = async (search: string) =>
  (await readData('GET /admin/users', { limit: 5, search })).map(
    ({ id, name, email }): Hit => ({ group: write('People'), title: name, detail: email, to: `/people/${id}` }),
  )

const searchCompanies = async (search: string) =>
  (await readData('GET /companies', { limit: 3, search })).map(
    ({ id, name }): Hit => ({ group: write('Companies'), title: name, detail: '', to: `/companies/${id}` }),
  )

const searchContent = async (kind: string, search: string) =>
  (await readData('GET /admin/content', { limit: 3, kind, search })).map(
    ({ id, title, owner_name }): Hit => ({
      group: nameKind(kind),
      title,
      detail: owner_name,
      to: `/content/${kind}-${id}`,
    }),
  )

const searchPayments = async (search: string) =>
  (await readData('GET /admin/payments', { limit: 3, search })).map(
    ({ id, title, user_name, invoice_number }): Hit => ({
      group: write('Payments'),
      title: invoice_number ?? title,
      detail: user_name,
      to: `/payments/${id}`,
    }),
  )

const searchCertificates = async (verification_code: string) =>
  (await readData('GET /certificates', { verification_code })).map(
    ({ title, verification_code: code }): Hit => ({
      group: write('Certificates'),
      title,
      detail: code,
      to: `/certificates?verification_code=${encodeURIComponent(code)}`,
    }),
  )

const searchAudit = async (request_id: string) =>
  (await readData('GET /admin/audit', { limit: 3, request_id })).map(
    ({ action, created_at }): Hit => ({
      group: write('Audit log'),
      title: nameAct(action),
      detail: formatTime(created_at),
      to: `/audit?reads=true&request_id=${encodeURIComponent(request_id)}`,
    }),
  )

/** Where the text is looked for, by its form. */
function listSources(text: string): Source[] {
  const sources: Source[] = [
    () => searchPeople(text),
    () => searchCompanies(text),
    ...contentKinds.map((kind) => () => searchContent(kind, text)),
  ]
  if (isInvoice(text) || text.includes('@')) sources.push(() => searchPayments(text))
  if (isCode(text)) sources.push(() => searchCertificates(text))
  if (isRequestId(text)) sources.push(() => searchAudit(text))
  return sources
}

/** A source that refuses the text has found nothing; only when all fail, the search has failed. */
async function search(text: string): Promise<Hit[]> {
  const asked = encodeURIComponent(text)
  const answers = await Promise.allSettled(listSources(text).map((find) => find()))
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [first] = answers
  if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) throw first.reason
  const numbered = isId(text) ? [{ group: write('Payments'), title: text, detail: '', to: `/payments/${text}` }] : []
  const mails = text.includes('@') ? [{ group: write('Mails'), title: text, detail: '', to: `/mails?to=${asked}` }] : []
  return [...found, ...numbered, ...mails]
}

/** Waits for a pause in typing, so that not every letter is a request. */
const pauseMs = 200

export function SearchDialog({ close }: { close: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [hits, setHits] = useState<LoadState<Hit[]> | null>(null)
  // Before the next key, which belongs to the text.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (text.trim() === '') return setHits(null)
    let isCurrent = true
    const timer = setTimeout(() => {
      search(text.trim()).then(
        (value) => isCurrent && setHits({ state: 'ready', value }),
        (error: unknown) => isCurrent && setHits({ state: 'failed', error: toRefusal(error) }),
      )
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  const open = (to: string) => {
    close()
    go(to)
  }
  const move = (event: KeyboardEvent) => {
    const items = [...(dialog.current?.querySelectorAll<HTMLElement>('input, .hits button') ?? [])]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    items[(items.indexOf(document.activeElement as HTMLElement) + step + items.length) % items.length]?.focus()
  }
  return html`<dialog ref=${dialog} class="search" aria-label=${write('Search')} onClose=${close} onKeyDown=${move}>
<label>${write('Search everything')}<input type="search" value=${text} onInput=${(event: Event) => setText((event.target as HTMLInputElement).value)} /></label>
<div class="hits" role="status">${hits === null ? html`<p class="soft">${write('A name, an address, an invoice, the code of a certificate, the id of a request, words of a title.')}</p>` : html`<${Show} loaded=${hits}>${(found: Hit[]) => html`<${Hits} hits=${found} open=${open} />`}<//>`}</div></dialog>`
}

const Hits = ({ hits, open }: { hits: Hit[]; open: (to: string) => void }): VNode =>
  hits.length === 0
    ? html`<p class="soft">${write('Nothing matches.')}</p>`
    : html`${hits.map((hit) => html`<button type="button" onClick=${() => open(hit.to)}><span class="soft">${hit.group}</span><bdi>${hit.title}</bdi><span class="soft"><bdi>${hit.detail}</bdi></span></button>`)}`
