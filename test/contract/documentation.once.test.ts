import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: root }).map((path) => join(root, path))

const readProse = (path: string) => readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '')

/** The names of the headings in a page, as GitHub makes them. */
const listAnchors = (path: string) =>
  [...readProse(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

function leadsSomewhere(page: string, address: string): boolean {
  const [path = '', anchor = ''] = address.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(target)) return false
  return anchor === '' || !target.endsWith('.md') || listAnchors(target).includes(anchor)
}

describe('the documentation', () => {
  it('has no link that leads nowhere', () => {
    const broken = pages.flatMap((page) =>
      [...readProse(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
        .filter(([, address = '']) => !leadsSomewhere(page, address))
        .map(([, address]) => `${relative(root, page)}: ${address}`),
    )

    assert.ok(pages.length > 20, String(pages.length))
    assert.deepEqual(broken, [])
  })
})
