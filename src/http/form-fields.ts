/** Parses the names of form fields as paths: `name`, `name[]`, `name[0][key]`, and repeated names. */

type Value = string | { [key: string]: Value } | Value[]

/** A larger index does not make a list. */
const longestList = 1_000
const deepest = 5
const path = /^([^[\]]+)((?:\[[^[\]]*\])*)$/
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

class Branch {
  readonly texts: string[] = []
  readonly children = new Map<string, Branch>()
}

export class FormFields {
  readonly #root = new Branch()

  /** Invalid names are ignored, like unknown fields. */
  add(name: string, text: string) {
    const keys = parseKeys(name)
    if (keys === null) return
    let branch = this.#root
    for (const key of keys) {
      // `name[]` appends.
      const place = key === '' ? String(branch.children.size) : key
      const next = branch.children.get(place) ?? new Branch()
      branch.children.set(place, next)
      branch = next
    }
    branch.texts.push(text)
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries([...this.#root.children].map(([name, branch]) => [name, readBranch(branch)]))
  }
}

function parseKeys(name: string): string[] | null {
  const [, first, rest = ''] = path.exec(name) ?? []
  if (first === undefined) return null
  const keys = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)]
  return keys.length > deepest || keys.some((key) => forbidden.has(key)) ? null : keys
}

function readBranch({ texts, children }: Branch): Value {
  const own: Value[] = texts
  if (children.size === 0) return own.length === 1 ? (own[0] ?? '') : own
  const entries = [...children].map(([key, branch]) => [key, readBranch(branch)] as const)
  const isList = entries.every(([key]) => /^\d{1,4}$/.test(key) && Number(key) < longestList)
  if (!isList) return Object.fromEntries(entries)
  return [...own, ...entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)]
}
