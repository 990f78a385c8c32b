/** Forms and addresses of files. */

/** A form with the fields in order; undefined ones are omitted. */
export function createForm(fields: Record<string, string | string[] | File | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value ?? []].flat())
      if (typeof one === 'string') form.append(name, one)
      else form.append(name, one, one.name)
  return form
}

/** The path of an absolute address. */
export const getPath = (url: string) => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
