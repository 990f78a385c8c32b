/** The parts of views: states, badges, facts, and buttons that ask for a reason. */

import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Body, Operation, Parameters } from '#pages/contract.ts'
import type { Field } from '../../modules/form-values.ts'
import { buildBody, Fields, FormAlert, listFields, readEntered, writeValues } from './form.ts'
import { html, type LoadState, type Refusal, sendAny, toRefusal, write } from './kit.ts'
import { nameState } from './names.ts'

/** Shows what was loaded, or why it is not there; `whole` for what makes up the page, which then needs a heading. */
export function Show<T>({ loaded, whole = false, children }: ShowProps<T>): VNode {
  if (loaded.state === 'loading') return html`<p class="soft" role="status">${write('Loading…')}</p>`
  if (loaded.state === 'ready') return children(loaded.value)
  const { status, message } = loaded.error
  const title = status === 404 ? write('This is not there.') : status === 403 ? write('You may not see this.') : message
  return html`<div class="notice bad" role="alert">${whole ? html`<h1>${title}</h1>` : html`<p>${title}</p>`}</div>`
}

/** Takes the sentence that says what was done. */
export type Tell = (message: string) => void

/** Returns what an act calls when it is done: it says so and goes on, such as with loading the view once more. */
export const createDone =
  (tell: Tell, proceed: () => void): Tell =>
  (message) => {
    tell(message)
    proceed()
  }

/** Returns the key of a list that acts change, which is another one after each act, and what they call when they are done. */
export function useActs(tell: Tell): [key: number, done: Tell] {
  const [key, setKey] = useState(0)
  return [key, createDone(tell, () => setKey((before) => before + 1))]
}

interface ShowProps<T> {
  loaded: LoadState<T>
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
  /** What its form shows at first. */
  values?: object
  /** Changes the fields of its form where they depend on the page. */
  adapt?: (fields: readonly Field[]) => readonly Field[]
  /** Whether there must be a reason, which the person is told. */
  isReasonTold?: boolean
  /** What goes into the body besides what the fields make, or in its place. */
  further?: (made: Readonly<Record<string, unknown>>) => Body<O>
  done: (message: string) => void
  tone?: 'bad' | 'main'
}

/** A button that asks for a reason, sends the act, and says what came of it. */
export const renderAct = <O extends Operation>(props: ActProps<O>): VNode => html`<${Act} ...${props} />`

function Act<O extends Operation>({ label, explain, tone, ...act }: ActProps<O>): VNode {
  const [isOpen, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState(createKey)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  const fields = isOpen ? listActFields(act) : []
  const close = () => {
    setRefusal(null)
    setOpen(false)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { message } = await sendAct({ ...act, key }, buildBody(fields, readEntered(event.target)))
      close()
      setKey(createKey())
      act.done(message)
    } catch (error) {
      const refused = toRefusal(error)
      setRefusal(refused)
      // What was refused is sent anew. Without an answer, the same key finds out whether it was done.
      if (refused.status !== 0) setKey(createKey())
    }
    setBusy(false)
  }
  return html`<span class="act"><button type="button" class=${tone ?? ''} onClick=${() => setOpen(true)}>${label}</button>
${
  isOpen &&
  html`<dialog ref=${dialog} onClose=${close} aria-label=${label}><form onSubmit=${submit}>
<h2>${label}</h2><p>${explain}</p>
<${Fields} fields=${fields} values=${writeValues(fields, act.values ?? {})} />
<${FormAlert} refusal=${refusal} fields=${fields} />
<div class="buttons"><button class=${tone ?? 'main'} disabled=${busy}>${label}</button>
<button type="button" onClick=${() => dialog.current?.close()}>${write('Cancel')}</button></div>
</form></dialog>`
}</span>`
}

function listActFields<O extends Operation>({
  operation,
  adapt = (fields) => fields,
  isReasonTold = false,
}: Pick<ActProps<O>, 'operation' | 'adapt' | 'isReasonTold'>): readonly Field[] {
  const fields = adapt(listFields(operation))
  if (!isReasonTold) return fields
  const label = write('Reason, which the person is told')
  return fields.map((field) => (field.name === 'reason' ? { ...field, label, isRequired: true } : field))
}

/** The key by which the API does once what is sent twice. */
const createKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function sendAct<O extends Operation>(
  { operation, parameters, further, key }: Pick<ActProps<O>, 'operation' | 'parameters' | 'further'> & { key: string },
  made: Readonly<Record<string, unknown>>,
) {
  const { reason = '', ...rest } = made
  const why = reason === '' ? {} : { reason }
  if (operation.startsWith('DELETE ')) return sendAny({ operation, parameters: { ...parameters, ...why } })
  return sendAny({ operation, parameters, body: { ...rest, ...further?.(made), ...why } }, key)
}
