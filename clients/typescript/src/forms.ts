/** Bodies of `multipart/form-data`, from plain objects. */

/**
 * A file to send: a `File`, or any `Blob` with a name, or in React Native `{ uri, name, type }`. The service looks at both, the
 * content and the name.
 */
export type FileValue = File | { name: string; content: Blob } | NativeFile

/** A file as React Native has it. */
export interface NativeFile {
  uri: string
  name: string
  type: string
}

/** The form. Texts are sent as they are, everything else as JSON, which is how the service reads it. */
export function formOf(fields: object): FormData {
  const form = new FormData()
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const texts = given.filter(([, value]) => !isFile(value))
  for (const [field, value] of texts)
    form.append(field, typeof value === 'string' ? value : JSON.stringify(value))
  // Behind the texts: then the service knows what it is about when the file begins to arrive.
  for (const [field, value] of given) if (isFile(value)) appendFile(form, field, value)
  return form
}

function appendFile(form: FormData, field: string, value: Blob | FileValue): void {
  if (value instanceof Blob) form.append(field, value, nameOf(value))
  else if ('content' in value) form.append(field, value.content, value.name)
  // The FormData of React Native takes such an object as the file itself.
  else form.append(field, value as unknown as Blob)
}

const isFile = (value: unknown): value is Blob | FileValue =>
  value instanceof Blob || isNamed(value) || isNative(value)

const nameOf = (content: Blob) => (content instanceof File ? content.name : 'file')

const isNamed = (value: unknown): value is { name: string; content: Blob } =>
  typeof value === 'object' && value !== null && 'content' in value && value.content instanceof Blob

const isNative = (value: unknown): value is NativeFile =>
  typeof value === 'object' && value !== null && 'uri' in value && 'name' in value && 'type' in value
