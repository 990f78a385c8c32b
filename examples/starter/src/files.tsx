/** An upload in pieces, with progress. After an interruption, the same file sends only what is missing. */

import { uploadInChunks } from '@research-platform/client'
import { useState } from 'react'
import { api } from './api.ts'
import { Field, Form } from './form.tsx'

export function Files() {
  const [share, setShare] = useState<number | null>(null)
  const upload = async (fields: FormData) => {
    const file = fields.get('file') as File
    const stored = await uploadInChunks(api, file, {
      fileType: 'document',
      uploadId: `${file.name}-${file.size}-${file.lastModified}`.replaceAll(/[^\w-]/g, '_').slice(0, 100),
      onProgress: ({ sent, total }) => setShare(sent / total),
    })
    return `${stored.filename} is stored, ${stored.size} bytes.`
  }
  return (
    <section>
      <h2>Files</h2>
      <Form button="Upload" onSend={upload}>
        <Field name="file" label="Document" type="file" required />
      </Form>
      {share !== null && <progress value={share} aria-label="Progress" />}
    </section>
  )
}
