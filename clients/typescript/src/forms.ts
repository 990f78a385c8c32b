/** Bodies of `multipart/form-data`, from plain objects. */

/** A file to send: a `File`, or any `Blob` with a name. The service looks at both, the content and the name. */
export type FileValue = File | { name: string; content: Blob }

/** The form. Texts are sent as they are, everything else as JSON, which is how the service reads it. */
export function formOf(fields: object): FormData {
  const form = new FormData()
  const files: [string, Blob, string][] = []
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) files.push([field, value, nameOf(value)])
    else if (isNamed(value)) files.push([field, value.content, value.name])
    else form.append(field, typeof value === 'string' ? value : JSON.stringify(value))
  }
  // Behind the texts: then the service knows what it is about when the file begins to arrive.
  for (const [field, content, name] of files) form.append(field, content, name)
  return form
}

const nameOf = (content: Blob) => (content instanceof File ? content.name : 'file')

const isNamed = (value: unknown): value is { name: string; content: Blob } =>
  typeof value === 'object' && value !== null && 'content' in value && value.content instanceof Blob
