/** Files and pictures that people have put up at public addresses, and taking them down. */

import type { VNode } from 'preact'
import type { PublicFile } from '#pages/contract.ts'
import { formatBytes, html, Link, Time, usePlace, write } from './kit.ts'
import { type Column, renderList } from './list.ts'
import { renderAct, type Tell, useActs } from './parts.ts'

export function Files({ tell }: { tell: Tell }): VNode {
  const { query } = usePlace()
  const isAsked = ['user_id', 'url'].some((name) => (query.get(name) ?? '') !== '')
  const [round, done] = useActs(tell)
  const columns: Column<PublicFile>[] = [
    {
      name: write('File'),
      show: (row) => html`<a href=${row.url} target="_blank" rel="noopener noreferrer"><bdi>${row.filename}</bdi></a>`,
    },
    { name: write('Kind'), show: (row) => html`<bdi>${row.mime_type}</bdi>` },
    { name: write('Size'), number: true, show: (row) => formatBytes(row.size) },
    {
      name: write('Person'),
      show: ({ owner_id }) => html`<${Link} to=${`/people/${owner_id}`}>${owner_id}<//>`,
    },
    { name: write('When'), show: (row) => html`<${Time} at=${row.uploaded_at} />` },
    {
      name: write('Act'),
      show: ({ id }) =>
        renderAct({
          label: write('Take it down'),
          tone: 'bad',
          isReasonTold: true,
          explain: write('The file is deleted for good, and its address stops working.'),
          operation: 'DELETE /admin/files/{id}',
          parameters: { id },
          done,
        }),
    },
  ]
  return html`<h1>${write('Files and pictures')}</h1>
${renderList({ key: round, operation: 'GET /admin/files', isPaused: !isAsked, label: write('Files and pictures'), empty: isAsked ? write('Nothing matches.') : write('Find the files of a person, or the one at an address.'), columns })}`
}
