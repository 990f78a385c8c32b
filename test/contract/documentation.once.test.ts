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

/** The pages that name files of the reader's own program. */
const tutorials = ['docs/PASSKEYS.md']

/** Files are named by the end of their path, such as `jobs/blind.ts`. */
const files = globSync(['{src,packages,test,scripts,bench,clients,deploy,examples}/**/*.ts'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).map((path) => `/${path}`)

describe('the documentation', () => {
  it('names files that are there', () => {
    const missing = pages
      .filter((page) => !tutorials.includes(relative(root, page)) && !page.endsWith('CHANGELOG.md'))
      .flatMap((page) =>
        [...readProse(page).matchAll(/`(\w[\w./-]*\.ts)`/g)]
          .filter(([, name = '']) => !files.some((file) => file.endsWith(`/${name}`)))
          .map(([, name]) => `${relative(root, page)}: ${name}`),
      )

    assert.ok(files.length > 2_000, String(files.length))
    assert.deepEqual(missing, [])
  })

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
