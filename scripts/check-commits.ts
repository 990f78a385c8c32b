/**
 * `npm run check` runs it: the commits after the one that began this rule have a subject of at most 72 characters and a body that says why.
 * Merges are left out. A copy without history, or with a part of it, has nothing to check.
 */

import '#node-version.ts'
import { execFileSync } from 'node:child_process'

/** The last commit that this rule does not ask for anything. */
const lastUnchecked = '9cc64d6f3d45'
const maxSubjectCharacters = 72

const commits = readCommits()
const faults = commits?.flatMap(({ hash, subject, body }) => [
  ...(subject.length > maxSubjectCharacters
    ? [`${hash} has a subject of ${subject.length} characters; ${maxSubjectCharacters} are the most: ${subject}`]
    : []),
  ...(body.trim() === '' ? [`${hash} has no body; it says why: ${subject}`] : []),
])
if (faults === undefined) console.log('no history here')
for (const fault of faults ?? []) console.log(fault)
if (faults?.length) process.exitCode = 1

/** The commits of this branch since the rule began; undefined where that part of the history is absent. */
function readCommits(): { hash: string; subject: string; body: string }[] | undefined {
  try {
    const text = git('log', '--no-merges', '--format=%h%x00%s%x00%b%x01', `${lastUnchecked}..HEAD`)
    return text
      .split('\u0001')
      .map((commit) => commit.trim().split('\u0000'))
      .flatMap(([hash = '', subject = '', body = '']) => (hash === '' ? [] : [{ hash, subject, body }]))
  } catch {
    // No git, no repository, or a shallow clone that does not hold the commit.
    return undefined
  }
}

function git(...words: string[]): string {
  return execFileSync('git', words, {
    cwd: new URL('../', import.meta.url),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
