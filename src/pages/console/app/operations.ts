/** Mail, background work, and how the service runs. */

import type { VNode } from 'preact'
import type { AdminMail, AdminMailDetail, BackgroundTask, ScheduleState, ServiceState } from '#pages/contract.ts'
import { nameTask } from './act-names.ts'
import { formatBytes, formatNumber, go, html, Link, readData, Time, useLoaded, write } from './kit.ts'
import { type Column, renderList, renderTable } from './list.ts'
import { Badge, createDone, Email, Facts, renderAct, Show, type Tell } from './parts.ts'

interface Teller {
  tell: Tell
}

export const Mails = (): VNode =>
  html`<h1>${write('Mails')}</h1>${renderList({
    operation: 'GET /admin/mails',
    file: 'mails',
    label: write('Mails'),
    empty: write('Nothing matches.'),
    open: ({ id }: AdminMail) => `/mails/${id}`,
    columns: [
      {
        name: write('Subject'),
        show: (row: AdminMail) => html`<${Link} to=${`/mails/${row.id}`}><bdi>${row.subject}</bdi><//>`,
      },
      { name: write('To'), show: (row: AdminMail) => html`<${Email} address=${row.to} />` },
      { name: write('State'), show: (row: AdminMail) => html`<${Badge} state=${row.state} />` },
      { name: write('When'), show: (row: AdminMail) => html`<${Time} at=${row.created_at} />` },
    ],
  })}`

export function MailPage({ id, tell }: Teller & { id: string }): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /admin/mails/{id}', { id }), id)
  const done = createDone(tell, reload)
  return html`<p><${Link} to="/mails">${write('Mails')}<//></p><${Show} whole loaded=${loaded}>${(
    mail: AdminMailDetail,
  ) => html`<h1><bdi>${mail.subject}</bdi> <${Badge} state=${mail.state} /></h1>
<${Facts} rows=${[
    [write('To'), html`<${Email} address=${mail.to} />`],
    [write('Written'), html`<${Time} at=${mail.created_at} />`],
    [write('Sent'), html`<${Time} at=${mail.sent_at} />`],
    [write('Attempts'), formatNumber(mail.attempts)],
    [write('Last error'), html`<bdi>${(mail.last_error ?? mail.failure) || '–'}</bdi>`],
    [write('Next attempt'), html`<${Time} at=${mail.next_attempt_at} />`],
    [write('Attachments'), mail.attachments.join(', ') || '–'],
  ]} />
${
  mail.state === 'waiting' &&
  html`<div class="buttons">${renderAct({ label: write('Send now'), explain: write('The mail server is tried at once.'), operation: 'POST /admin/mails/{id}/retry', parameters: { id }, done })}
${renderAct({ label: write('Do not send'), tone: 'bad', explain: write('The mail is never sent, and its content is deleted.'), operation: 'POST /admin/mails/{id}/cancel', parameters: { id }, done })}</div>`
}
${mail.text === '' ? html`<p class="soft">${write('The content is deleted once a mail server has it, because it may contain secrets.')}</p>` : html`<pre dir="auto" tabindex="0">${mail.text}</pre>`}`}<//>`
}

export const Tasks = (): VNode =>
  html`<h1>${write('Background work')}</h1>${renderList({
    operation: 'GET /admin/tasks',
    file: 'tasks',
    label: write('Tasks'),
    empty: write('No task waits.'),
    open: ({ id }: BackgroundTask) => `/tasks/${id}`,
    columns: [
      {
        name: write('Task'),
        show: (row: BackgroundTask) =>
          html`<${Link} to=${`/tasks/${row.id}`}>${nameTask(row.kind)}<//><br /><code class="soft">${row.kind}</code>`,
      },
      { name: write('State'), show: (row: BackgroundTask) => html`<${Badge} state=${row.state} />` },
      { name: write('Attempts'), number: true, show: (row: BackgroundTask) => formatNumber(row.attempts) },
      { name: write('Last error'), show: (row: BackgroundTask) => html`<bdi>${row.last_error ?? ''}</bdi>` },
      { name: write('Due'), show: (row: BackgroundTask) => html`<${Time} at=${row.run_at} />` },
    ],
  })}<${Schedules} />`

export function TaskPage({ id, tell }: Teller & { id: string }): VNode {
  const [loaded] = useLoaded(() => readData('GET /admin/tasks/{id}', { id }), id)
  /** A task that was run or deleted is not there any more. */
  const leave = (message: string) => {
    tell(message)
    go('/tasks')
  }
  return html`<p><${Link} to="/tasks">${write('Background work')}<//></p><${Show} whole loaded=${loaded}>${(
    task: BackgroundTask,
  ) => html`<h1>${nameTask(task.kind)} <code class="soft">${task.kind}</code> <${Badge} state=${task.state} /></h1>
<${Facts} rows=${[
    [write('Attempts'), formatNumber(task.attempts)],
    [write('Last error'), html`<bdi>${task.last_error ?? '–'}</bdi>`],
    [write('Due'), html`<${Time} at=${task.run_at} />`],
    [write('Since'), html`<${Time} at=${task.created_at} />`],
  ]} />
<div class="buttons">${renderAct({ label: write('Run now'), explain: write('A task that failed for good gets all its attempts again.'), operation: 'POST /admin/tasks/{id}/retry', parameters: { id }, done: leave })}
${renderAct({ label: write('Delete'), tone: 'bad', explain: write('What it was to do is not done.'), operation: 'DELETE /admin/tasks/{id}', parameters: { id }, done: leave })}</div>
<h2>${write('What it works on')}</h2><pre dir="ltr" tabindex="0">${JSON.stringify(task.payload, null, 2)}</pre>`}<//>`
}

function Schedules(): VNode {
  const [loaded, reload] = useLoaded(() => readData('GET /admin/schedules'), 'schedules')
  const columns: Column<ScheduleState>[] = [
    { name: write('Schedule'), show: (row) => html`${nameTask(row.name)}<br /><code class="soft">${row.name}</code>` },
    { name: write('Last run'), show: (row) => html`<${Time} at=${row.last_run_at} />` },
    { name: write('Next run'), show: (row) => html`<${Time} at=${row.next_run_at} />` },
    {
      name: write('Act'),
      show: (row) =>
        renderAct({
          label: write('Run now'),
          explain: write('Once, besides its next run.'),
          operation: 'POST /admin/schedules/{name}/run',
          parameters: { name: row.name },
          done: reload,
        }),
    },
  ]
  return html`<h2>${write('Schedules')}</h2><${Show} loaded=${loaded}>${(rows: ScheduleState[]) => renderTable({ label: write('Schedules'), rows, columns })}<//>`
}

const order = ['warning', 'notice', 'none']

export function ServicePage(): VNode {
  const [loaded] = useLoaded(() => readData('GET /admin/service'), 'service')
  const atMost = (value: number | null) => (value === null ? '–' : `≤ ${formatNumber(value)} ms`)
  const columns: Column<ServiceState['settings'][number]>[] = [
    { name: write('Setting'), show: (row) => html`<code>${row.setting}</code>` },
    { name: write('Value'), show: (row) => html`<bdi>${row.value || '–'}</bdi>` },
    { name: write('State'), show: (row) => html`<${Badge} state=${row.risk} />` },
    { name: write('Advice'), show: (row) => html`<span lang="en">${row.advice}</span>` },
  ]
  const followerColumns: Column<ServiceState['followers'][number]>[] = [
    { name: write('Name'), show: (row) => html`<code>${row.name}</code>` },
    { name: write('Unread changes'), show: (row) => formatNumber(row.lag_rows) },
    { name: write('Failures in a row'), show: (row) => formatNumber(row.failures) },
  ]
  return html`<h1>${write('Service')}</h1><${Show} loaded=${loaded}>${(service: ServiceState) => html`<${Facts} rows=${[
    [write('Version'), service.version],
    ['Node.js', service.node],
    [write('Running since'), html`<${Time} at=${service.started_at} />`],
    [write('Memory'), formatBytes(service.memory_bytes)],
    [write('Database'), `${service.database.engine}, ${formatBytes(service.database.bytes)}`],
    [write('Files'), `${formatNumber(service.storage.files)}, ${formatBytes(service.storage.bytes)}`],
    [write('Requests since the start'), formatNumber(service.requests.total)],
    [write('Refused'), formatNumber(service.requests.refused)],
    [write('Errors of the service'), formatNumber(service.requests.failed)],
    [write('Half of the requests'), atMost(service.requests.p50_ms)],
    [write('95 of 100 requests'), atMost(service.requests.p95_ms)],
    [write('99 of 100 requests'), atMost(service.requests.p99_ms)],
  ]} />
<h2>${write('What follows from changes')}</h2>${renderTable({ label: write('What follows from changes'), columns: followerColumns, rows: service.followers })}
<h2>${write('Settings')}</h2>${renderTable({ label: write('Settings'), columns, rows: service.settings.toSorted((a, b) => order.indexOf(a.risk) - order.indexOf(b.risk)) })}`}<//>`
}
