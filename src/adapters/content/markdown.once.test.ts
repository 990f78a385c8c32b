import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { renderHtml } from '#core/html.ts'
import { joinParts, renderMarkdown } from './markdown.ts'

describe('renderMarkdown', () => {
  it('refuses the text that exceeds the time limit, and renders the next one', async () => {
    const fine = 'Fine.'
    // Far more than the limit, on any machine.
    const slow = Array.from({ length: 200 }, () => 'a@b.c '.repeat(16_000))

    await assert.rejects(renderMarkdown([fine, ...slow], 1, 1_000), { name: 'UnrenderableText' })

    const [rendered = ''] = await renderMarkdown([fine], 1)
    assert.equal(renderHtml(joinParts(rendered, {})), '<p>Fine.</p>\n')
  })

  it('refuses requests with 503 when fifty wait, one of each person at a time', async () => {
    const waiting = Array.from({ length: 60 }, (_, person) => renderMarkdown(['Text.'], person))
    await turn()
    await assert.rejects(async () => renderMarkdown(['Text.'], 99), { status: 503, retryAfter: 5 })

    assert.equal((await Promise.all(waiting)).length, 60)
  })
})
