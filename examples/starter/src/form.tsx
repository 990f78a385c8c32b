/** Forms that show what the service says of each field, and reads of the service. */

import { isProblem } from '@research-platform/client'
import { type ComponentProps, createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

type Errors = Readonly<Record<string, readonly string[]>>

const ErrorsContext = createContext<Errors>({})

interface FormProps {
  button: string
  children: ReactNode
  /** Sends the fields. A text that it returns is shown as what was done. */
  onSend: (fields: FormData) => Promise<unknown>
}

export function Form({ button, children, onSend }: FormProps) {
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async (fields: FormData) => {
    setSending(true)
    setErrors({})
    try {
      const done = await onSend(fields)
      setMessage(typeof done === 'string' ? done : '')
    } catch (error) {
      setMessage(error instanceof Error ? error.message : String(error))
      if (isProblem(error)) setErrors(error.errors)
    } finally {
      setSending(false)
    }
  }
  // Not `action`, which would empty the fields after an error.
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      <ErrorsContext value={errors}>{children}</ErrorsContext>
      <button type="submit" disabled={isSending}>
        {button}
      </button>
      <p role="status">{message}</p>
    </form>
  )
}

type FieldProps = ComponentProps<'input'> & { name: string; label: string }

/** A field, with the sentences of the service about it. */
export function Field({ label, ...input }: FieldProps) {
  const errors = useContext(ErrorsContext)[input.name] ?? []
  const id = `error-${input.name}`
  return (
    <label>
      {label}
      <input {...input} aria-invalid={errors.length > 0} aria-describedby={id} />
      <span className="error" id={id}>
        {errors.join(' ')}
      </span>
    </label>
  )
}

/** The texts of these fields. */
export const readTexts = <N extends string>(fields: FormData, ...names: N[]) =>
  Object.fromEntries(names.map((name) => [name, String(fields.get(name) ?? '')])) as Record<N, string>

/** Reads from the service when the page opens, and again by `reload`. `read` must be a function that stays the same. */
export function useData<T>(read: () => Promise<T>): { data: T | null; error: string; reload: () => void } {
  const [state, setState] = useState<{ data: T | null; error: string }>({ data: null, error: '' })
  const reload = useCallback(() => {
    read().then(
      (data) => setState({ data, error: '' }),
      (error: Error) => setState({ data: null, error: error.message }),
    )
  }, [read])
  useEffect(reload, [reload])
  return { ...state, reload }
}
