import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { type Serving, serve } from '../resilience/program.ts'
import { copyTemplate } from '../support/database.ts'

const run = promisify(execFile)
const tours = readFileSync(new URL('../../docs/TOUR.md', import.meta.url), 'utf8')

/** The code blocks of a section of the page, pasted one after the other. */
function extractBlocks(section: string): string {
  const [, text = ''] = tours.split(new RegExp(`^## ${section}$`, 'm'))
  const [own = ''] = text.split(/^## /m)
  return [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
}

const shells = ['bash', 'zsh'].filter((shell) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, shell), constants.X_OK)
      return true
    } catch {
      return false
    }
  }),
)

/** Runs the blocks like an interactive shell, in which a comment is a command and a bare `?` is a pattern. */
async function paste(shell: string, blocks: string, cwd: string) {
  const options = shell === 'zsh' ? ['-f', '-o', 'no_interactive_comments'] : ['--norc', '--noprofile', '-i']
  const asked = shell === 'bash' ? `shopt -u interactive_comments\n${blocks}` : blocks
  return await run(shell, [...options, '-c', asked], { cwd, maxBuffer: 16 * 1024 ** 2 })
}

async function startService(t: TestContext, args: string[], ready: RegExp): Promise<{ program: Serving; cwd: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'research-platform-tour-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  await copyTemplate(settings.DATA_DIR)
  const program = await serve(settings, { args, ready })
  t.after(async () => {
    program.kill('SIGKILL')
    await program.ended
    await rm(folder, { recursive: true, force: true })
  })
  return { program, cwd: folder }
}

// Needs a Unix shell, and Node on the PATH, which npm provides.
if (process.env.TEST_DATABASE !== 'postgres')
  for (const shell of shells)
    describe(`the tours of docs/TOUR.md in ${shell}`, () => {
      it('the two-minute tour works when it is pasted twice', async (t) => {
        const { program, cwd } = await startService(t, [], /answers at.*Data:[^\n]*\n/s)
        const blocks = extractBlocks('A two-minute tour').replaceAll('http://127.0.0.1:3000', program.address)

        const first = await paste(shell, blocks, cwd)
        const second = await paste(shell, blocks, cwd)

        for (const { stdout, stderr } of [first, second]) {
          assert.doesNotMatch(stderr, /error|not found|no matches|usage/i)
          assert.doesNotMatch(stdout, /Unauthenticated|"code": (404|500)/)
          assert.match(stdout, /"email": "ada@example\.org"/)
        }
        assert.match(first.stdout, /"code": 201/)
        assert.match(first.stdout, /"email_verified": true/)
        assert.match(second.stdout, /The email has already been taken\./)
      })

      it('the tours of the demonstration work when they are pasted twice', async (t) => {
        const { program, cwd } = await startService(t, ['demo'], /Sign in with.*admin[^\n]*\n/s)
        const sections = ['The demonstration', "A recruiter's day"].map(extractBlocks).join('\n')
        const blocks = sections.replaceAll('http://127.0.0.1:3000', program.address)

        for (const { stdout, stderr } of [await paste(shell, blocks, cwd), await paste(shell, blocks, cwd)]) {
          assert.doesNotMatch(stderr, /error|not found|no matches|usage/i)
          const problems = [...stdout.matchAll(/"code": (\d+),\s*"error": true/g)].map(([, code]) => code)
          assert.deepEqual(problems, ['422'], stdout)
          assert.match(stdout, /Wanjiru Kamau/)
          assert.match(stdout, /"Dear Mei,\\nthank you for applying to Verdant Labs/)
          // Hired by a closed post, and its interviewer reads none of its interviews any more.
          assert.match(stdout, /\nhired\nclosed\n[\s\S]*\n0\n$/)
        }
      })
    })
