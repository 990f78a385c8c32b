/** Examines the credential in a file for `examine-file.ts`, in a limited process. */

import { readFile } from 'node:fs/promises'
import { findCredential } from '@research-platform/credentials'
import { type VerificationReport, verifyCredential } from './credential-verification.ts'

export interface FileExamination {
  path: string
  /** The address of the supposed holder. */
  email: string | null
  now: string
  ownDid: string | null
  /** The documents that were read so far by their addresses; null for one that cannot be read. */
  documents: ReadonlyMap<string, string | null>
}

/** `addresses`: of documents that the examination needs; the caller reads them and begins again. */
export type ExaminationStep =
  | { step: 'read'; addresses: string[] }
  | { step: 'end'; examination: VerificationReport | null }

/** Returns the examination, which is null for a file without a credential. Throws `OversizedCredential`. */
export async function runExaminationStep({
  path,
  email,
  now,
  ownDid,
  documents,
}: FileExamination): Promise<ExaminationStep> {
  const envelope = await findCredential(await readFile(path))
  if (envelope === null) return { step: 'end', examination: null }
  const missing = new Set<string>()
  const read = async (url: string) => {
    if (!documents.has(url)) missing.add(url)
    return documents.get(url) ?? null
  }
  const examination = await verifyCredential(envelope, email, { now, ownDid, read })
  return missing.size > 0 ? { step: 'read', addresses: [...missing] } : { step: 'end', examination }
}
