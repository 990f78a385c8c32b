/** Forms and addresses of files, for tests of uploads. */

/** A form with the fields in their order; undefined ones are left out. */
export function createForm(fields: Record<string, string | string[] | File | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value ?? []].flat())
      if (typeof one === 'string') form.append(name, one)
      else form.append(name, one, one.name)
  return form
}

/** The path of an absolute address, for a client that knows its server. */
export const getPath = (url: string) => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
