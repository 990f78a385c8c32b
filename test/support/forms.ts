/** Forms, and the addresses and contents of files. */

import assert from 'node:assert/strict'
import type { Client } from './client.ts'

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

/** Reads a stored file, also where the service redirects to the store. */
export async function readFileAt(client: Client, path: string): Promise<string> {
  const { status, headers, text } = await client.get(path)
  if (status === 200) return text
  assert.equal(status, 302, `${path} ${text}`)
  const stored = await fetch(headers.get('location') ?? '')
  assert.equal(stored.status, 200, path)
  return stored.text()
}
