/** The parts of views: states, badges, facts, and buttons that ask for a reason. */

import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Body, Operation, Parameters } from '#pages/contract.ts'
import { html, type Loaded, sendAny, toRefusal, write } from './kit.ts'
import { nameState } from './names.ts'

/** Shows what was loaded, or why it is not there; `whole` for what makes up the page, which then needs a heading. */
export function Show<T>({ loaded, whole = false, children }: ShowProps<T>): VNode {
  if (loaded.state === 'loading') return html`<p class="soft" role="status">${write('Loading…')}</p>`
  if (loaded.state === 'ready') return children(loaded.value)
  const { status, message } = loaded.error
  const title = status === 404 ? write('This is not there.') : status === 403 ? write('You may not see this.') : message
  return html`<div class="notice bad" role="alert">${whole ? html`<h1>${title}</h1>` : html`<p>${title}</p>`}</div>`
}

interface ShowProps<T> {
  loaded: Loaded<T>
  whole?: boolean
  children: (value: T) => VNode
}

/** An address, which breaks before its domain. */
export function Email({ address }: { address: string }): VNode {
  const [local, domain] = address.split('@')
  return html`<bdi>${local}${domain !== undefined && html`@<wbr />${domain}`}</bdi>`
}

/** A state as a word, with a color besides. */
export const Badge = ({ state }: { state: string }): VNode =>
  html`<span class=${`badge ${tones[state] ?? ''}`}>${nameState(state)}</span>`

const tones: Record<string, string> = {
  active: 'good',
  succeeded: 'good',
  sent: 'good',
  done: 'good',
  issued: 'good',
  open: 'good',
  published: 'good',
  public: 'good',
  suspended: 'bad',
  failed: 'bad',
  dead: 'bad',
  refused: 'bad',
  hidden: 'bad',
  past_due: 'bad',
  revoked: 'bad',
  warning: 'bad',
  invited: 'good',
  finished: 'good',
  running: 'warn',
  sending: 'warn',
  offered: 'good',
  retired: 'warn',
  waiting: 'warn',
  expired: 'bad',
  pending: 'warn',
  ending: 'warn',
  due: 'warn',
  notice: 'warn',
  draft: 'warn',
}

/** Names and values, one below the other. */
export const Facts = ({ rows }: { rows: [name: string, value: unknown][] }): VNode =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

interface ActProps<O extends Operation> {
  label: string
  /** What happens, said before it does. */
  explain: string
  operation: O
  parameters?: Parameters<O>
  /** Fields besides the reason. */
  fields?: ActField[]
  /** Whether there must be a reason, which the person is told. */
  needsReason?: boolean
  /** Whether there must be a reason for the audit log. */
  isReasonRequired?: boolean
  /** Makes the body of what was entered. */
  body?: (entered: Record<string, string>) => Body<O>
  done: (message: string) => void
  tone?: 'bad' | 'main'
}

export interface ActField {
  name: string
  label: string
  type?: 'text' | 'email' | 'number' | 'date' | 'select' | 'checkbox'
  isOptional?: boolean
  options?: [value: string, name: string][]
  value?: string
}

/** A button that asks for a reason, sends the act, and says what came of it. */
export const renderAct = <O extends Operation>(props: ActProps<O>): VNode => html`<${Act} ...${props} />`

function Act<O extends Operation>({ label, explain, tone, ...act }: ActProps<O>): VNode {
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  const close = () => {
    setProblem('')
    setOpen(false)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { message } = await sendAct(act, readForm(event))
      close()
      act.done(message)
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
    setBusy(false)
  }
  return html`<span class="act"><button type="button" class=${tone ?? ''} onClick=${() => setOpen(true)}>${label}</button>
${
  isOpen &&
  html`<dialog ref=${dialog} onClose=${close} aria-label=${label}><form onSubmit=${submit}>
<h2>${label}</h2><p>${explain}</p>
${(act.fields ?? []).map((field) => html`<${Entry} ...${field} />`)}
<label>${act.needsReason ? write('Reason, which the person is told') : write('Reason, for the audit log')}
<textarea name="reason" rows="3" maxlength="2000" required=${act.needsReason ?? act.isReasonRequired ?? false}></textarea></label>
${problem !== '' && html`<p class="notice bad" role="alert">${problem}</p>`}
<div class="buttons"><button class=${tone ?? 'main'} disabled=${busy}>${label}</button>
<button type="button" onClick=${() => dialog.current?.close()}>${write('Cancel')}</button></div>
</form></dialog>`
}</span>`
}

export const readForm = (event: SubmitEvent): Record<string, string> =>
  Object.fromEntries([...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [name, String(value)]))

function sendAct<O extends Operation>(
  { operation, parameters, body }: Pick<ActProps<O>, 'operation' | 'parameters' | 'body'>,
  entered: Record<string, string>,
) {
  const { reason = '' } = entered
  const given = { ...body?.(entered), ...(reason === '' ? {} : { reason }) }
  if (!operation.startsWith('DELETE ')) return sendAny({ operation, parameters, body: given })
  return sendAny({ operation, parameters: { ...parameters, ...(reason === '' ? {} : { reason }) } })
}

function Entry({ name, label, type = 'text', options = [], value = '', isOptional = false }: ActField): VNode {
  if (type === 'checkbox')
    return html`<label class="check"><input type="checkbox" name=${name} value="true" /> ${label}</label>`
  if (type === 'select')
    return html`<label>${label}<select name=${name}>${options.map(([one, text]) => html`<option value=${one} selected=${one === value}>${text}</option>`)}</select></label>`
  return html`<label>${label}<input name=${name} type=${type} step="any" value=${value} required=${!isOptional} /></label>`
}
