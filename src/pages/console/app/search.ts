/** The search through everything, which `/` opens. */

import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { callApi, go, html, type Loaded, type Page, toRefusal, write } from './kit.ts'
import { contentKinds, nameKind } from './names.ts'
import { Show } from './parts.ts'

interface Hit {
  group: string
  title: string
  detail: string
  to: string
}

async function search(text: string): Promise<Hit[]> {
  const asked = encodeURIComponent(text)
  const people = callApi<Page<{ id: number; name: string; email: string }>>(
    'GET',
    `/admin/users?limit=5&search=${asked}`,
  ).then(({ data }) =>
    data.map(({ id, name, email }) => ({ group: write('People'), title: name, detail: email, to: `/people/${id}` })),
  )
  const content = contentKinds.map(async (kind) => {
    const { data } = await callApi<Page<{ title: string; owner_name: string }>>(
      'GET',
      `/admin/content?limit=3&kind=${kind}&search=${asked}`,
    )
    return data.map(({ title, owner_name }) => ({
      group: nameKind(kind),
      title,
      detail: owner_name,
      to: `/content?kind=${kind}&search=${asked}`,
    }))
  })
  const numbered = /^\d{1,9}$/.test(text)
    ? [{ group: write('Payments'), title: text, detail: '', to: `/payments/${text}` }]
    : []
  const mails = text.includes('@') ? [{ group: write('Mails'), title: text, detail: '', to: `/mails?to=${asked}` }] : []
  return [...(await Promise.all([people, ...content])).flat(), ...numbered, ...mails]
}

/** Waits for a pause in typing, so that not every letter is a request. */
const pauseMs = 200

export function SearchDialog({ close }: { close: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [hits, setHits] = useState<Loaded<Hit[]> | null>(null)
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
<label>${write('Search people and content')}<input type="search" value=${text} onInput=${(event: Event) => setText((event.target as HTMLInputElement).value)} /></label>
<div class="hits" role="status">${hits === null ? html`<p class="soft">${write('Names, addresses, ids, words of titles.')}</p>` : html`<${Show} loaded=${hits}>${(found: Hit[]) => html`<${Hits} hits=${found} open=${open} />`}<//>`}</div></dialog>`
}

const Hits = ({ hits, open }: { hits: Hit[]; open: (to: string) => void }): VNode =>
  hits.length === 0
    ? html`<p class="soft">${write('Nothing matches.')}</p>`
    : html`${hits.map((hit) => html`<button type="button" onClick=${() => open(hit.to)}><span class="soft">${hit.group}</span><bdi>${hit.title}</bdi><span class="soft"><bdi>${hit.detail}</bdi></span></button>`)}`
