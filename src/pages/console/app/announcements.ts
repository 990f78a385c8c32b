/** Announcements: those that were sent or are on their way, and a new one, which is previewed before it is sent. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Announcement, AnnouncementPreview } from '#pages/contract.ts'
import type { Field } from '../../modules/form-values.ts'
import { buildBody, Fields, FormAlert, listFields, readEntered, writeValues } from './form.ts'
import {
  callApi,
  formatList,
  formatNumber,
  go,
  html,
  Link,
  type Refusal,
  readData,
  Time,
  toRefusal,
  useLoaded,
  write,
} from './kit.ts'
import { type Column, renderList } from './list.ts'
import { nameRole } from './names.ts'
import { Badge, createDone, Facts, renderAct, Show, type Tell } from './parts.ts'

const listRoles = (roles: readonly string[]) => formatList(roles.map(nameRole))

const columns = (): Column<Announcement>[] => [
  {
    name: write('Title'),
    show: (row) => html`<${Link} to=${`/announcements/${row.id}`}><bdi>${row.title}</bdi><//>`,
  },
  { name: write('To'), show: ({ roles }) => listRoles(roles) },
  { name: write('State'), show: ({ status }) => html`<${Badge} state=${status} />` },
  { name: write('Reached'), number: true, show: ({ reached }) => formatNumber(reached) },
  { name: write('From'), show: (row) => html`<bdi>${row.sender_name}</bdi>` },
  { name: write('When'), show: (row) => html`<${Time} at=${row.created_at} />` },
]

export const Announcements = (): VNode => html`<h1>${write('Announcements')}</h1>
<div class="buttons"><button type="button" class="main" onClick=${() => go('/announcements/new')}>${write('Announce something')}</button></div>
${renderList({ operation: 'GET /admin/announcements', label: write('Announcements'), open: ({ id }: Announcement) => `/announcements/${id}`, empty: write('Nothing was announced yet.'), columns: columns() })}`

export const AnnouncementPage = (props: PageProps): VNode =>
  props.id === 'new' ? html`<${NewAnnouncement} tell=${props.tell} />` : html`<${SentAnnouncement} ...${props} />`

interface PageProps {
  id: string
  tell: Tell
}

function SentAnnouncement({ id, tell }: PageProps): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /admin/announcements/{id}', { id }), id)
  const done = createDone(tell, reload)
  return html`<p><${Link} to="/announcements">${write('Announcements')}<//></p><${Show} whole loaded=${loaded}>${(
    row: Announcement,
  ) => html`<h1><bdi>${row.title}</bdi> <${Badge} state=${row.status} /></h1>
<${Facts} rows=${[
    [write('To'), listRoles(row.roles)],
    [write('Reached'), `${formatNumber(row.reached)} / ${formatNumber(row.total)}`],
    [write('Mails'), row.channels.includes('mail') ? formatNumber(row.mailed) : '–'],
    [write('From'), html`<bdi>${row.sender_name}</bdi>`],
    [write('Began'), html`<${Time} at=${row.created_at} />`],
    [write('Finished'), html`<${Time} at=${row.finished_at} />`],
  ]} />
${row.status === 'sending' && html`<div class="buttons"><button type="button" onClick=${reload}>${write('Refresh')}</button>${renderAct({ label: write('Stop it'), tone: 'bad', explain: write('The people who were not reached yet do not get it.'), operation: 'POST /admin/announcements/{id}/cancel', parameters: { id }, done })}</div>`}
<p class="text" dir="auto">${row.message}</p>`}<//>`
}

interface Draft {
  title: string
  message: string
  roles: string[]
  channels: string[]
}

const operation = 'POST /admin/announcements'
const isReason = ({ name }: Field) => name === 'reason'

/** What is written is shown as it will be sent, and to how many people, before it can be sent. */
function NewAnnouncement({ tell }: { tell: Tell }): VNode {
  const [shown, setShown] = useState<{ draft: Draft; preview: AnnouncementPreview } | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const fields = listFields(operation).filter((field) => !isReason(field))
  const preview = async (event: SubmitEvent) => {
    event.preventDefault()
    const draft = buildBody(fields, readEntered(event.target)) as unknown as Draft
    setRefusal(null)
    try {
      const { data } = await callApi('POST /admin/announcements/preview', {}, draft)
      setShown({ draft, preview: data })
    } catch (error) {
      setShown(null)
      setRefusal(toRefusal(error))
    }
  }
  const change = () => setShown(null)
  return html`<p><${Link} to="/announcements">${write('Announcements')}<//></p><h1>${write('Announce something')}</h1>
<form class="stacked form" onSubmit=${preview} onInput=${change}>
<${Fields} fields=${fields} values=${writeValues(fields, { channels: ['notification'] })} />
<${FormAlert} refusal=${refusal} fields=${fields} />
<div class="buttons"><button class=${shown === null ? 'main' : ''}>${write('Preview')}</button></div></form>
<div role="status">${shown !== null && html`<${PreviewOf} ...${shown} tell=${tell} />`}</div>`
}

function PreviewOf({
  draft,
  preview: { people, mails, minutes, mail },
  tell,
}: {
  draft: Draft
  preview: AnnouncementPreview
  tell: Tell
}): VNode {
  const done = createDone(tell, () => go('/announcements'))
  return html`<h2>${write('Preview')}</h2>
<${Facts} rows=${[
    [write('People'), formatNumber(people)],
    [write('Mails'), formatNumber(mails)],
    [write('Minutes until all have it'), formatNumber(minutes)],
  ]} />
${draft.channels.includes('mail') && html`<h3><bdi>${mail.subject}</bdi></h3><pre dir="auto" tabindex="0">${mail.text}</pre>`}
${!draft.channels.includes('mail') && html`<div class="notice"><p><strong><bdi>${draft.title}</bdi></strong></p><p class="text" dir="auto">${draft.message}</p></div>`}
${people > 0 && html`<div class="buttons">${renderAct({ label: write('Send it'), tone: 'main', explain: write('People who get it: {people}. What has left cannot be taken back.', { people: formatNumber(people) }), operation, adapt: (fields: readonly Field[]) => fields.filter(isReason), further: () => draft, done })}</div>`}`
}
