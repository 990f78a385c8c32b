/** Builds `multipart/form-data` bodies from plain objects. */

/**
 * A file to send: a `File`, any `Blob` with a name, or in React Native `{ uri, name, type }`. The service checks both
 * the content and the extension of the name.
 */
export type FileValue = File | { name: string; content: Blob } | NativeFile

/** A file in React Native. */
export interface NativeFile {
  uri: string
  name: string
  type: string
}

/** Builds the form. Text is sent as it is, everything else as JSON, which is how the service reads it. */
export function createForm(fields: object): FormData {
  const form = new FormData()
  const input = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const texts = input.filter(([, value]) => !isFile(value))
  for (const [field, value] of texts) form.append(field, typeof value === 'string' ? value : JSON.stringify(value))
  // Files come after the text fields, so that the service knows their purpose when a file begins to arrive.
  for (const [field, value] of input) if (isFile(value)) appendFile(form, field, value)
  return form
}

function appendFile(form: FormData, field: string, value: Blob | FileValue): void {
  if (value instanceof Blob) form.append(field, value, getName(value))
  else if ('content' in value) form.append(field, value.content, value.name)
  // React Native's FormData takes such an object as the file itself.
  else form.append(field, value as unknown as Blob)
}

const isFile = (value: unknown): value is Blob | FileValue => value instanceof Blob || isNamed(value) || isNative(value)

const getName = (content: Blob) => (content instanceof File ? content.name : 'file')

const isNamed = (value: unknown): value is { name: string; content: Blob } =>
  typeof value === 'object' && value !== null && 'content' in value && value.content instanceof Blob

const isNative = (value: unknown): value is NativeFile =>
  typeof value === 'object' && value !== null && 'uri' in value && 'name' in value && 'type' in value
