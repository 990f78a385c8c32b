import assert from 'node:assert/strict'
import { addTo, type Bitmap, intersect, iterateIds, stemCached, tokenize } from '@research-platform/search-engine'
import { parseQuery } from '@research-platform/search-engine/query'

const courses = ['Field Methods in Marine Biology', 'Marine Law', 'Biological Statistics at Sea']

const postings = new Map<string, Bitmap>()
for (const [id, title] of courses.entries())
  for (const word of tokenize(title)) {
    const posting = postings.get(stemCached(word)) ?? new Map()
    addTo(posting, id)
    postings.set(stemCached(word), posting)
  }

const sets = parseQuery('marine biological').words.map((word) => postings.get(stemCached(word)) ?? new Map())
assert.deepEqual([...iterateIds(sets.reduce(intersect))], [0])
