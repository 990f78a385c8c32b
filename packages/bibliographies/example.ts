import assert from 'node:assert/strict'
import { parseBibtex } from '@research-platform/bibliographies'

const file = String.raw`@article{muller2024, author = {M{\"u}ller, Jana and {World Health Organization}},
  title = {Sleep and memory}, journal = {Journal of Sleep}, year = 2024, month = mar, doi = {10.1000/sleep}}`

const [reference] = parseBibtex(file, { entries: 100, authors: 50, nameCharacters: 300 })

assert.ok(reference !== undefined && 'work' in reference)
assert.equal(reference.work.authors[0]?.family, 'Müller')
assert.equal(reference.work.date, '2024-3')
