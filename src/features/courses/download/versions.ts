import { type Context, runInTransaction } from '#context.ts'
import { getActiveSigner } from '#features/issuer/index.ts'
import type { KnownVersion, ManifestFile } from './manifest.ts'
import { courseVersions } from './version-queries.ts'

/** Returns the version of a course that a device has; null when it is not known here any more. */
export async function findVersion(ctx: Context, course_id: number, version: string): Promise<KnownVersion | null> {
  const found = await courseVersions.files.maybe(ctx, { course_id, version })
  return found && { version, files: new Map(found.files.map((file) => [file.path, file])) }
}

/** Records what was downloaded, for downloads of what changed since. */
export const recordVersion = (
  ctx: Context,
  course_id: number,
  { version, files }: { version: string; files: readonly ManifestFile[] },
): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const added = await courseVersions.add.maybe(tx, { course_id, version, files, now: tx.clock.now() })
    if (added !== null) await courseVersions.removeOldest.run(tx, { course_id })
  })

/** Signs a file with the key of the issuer: a JWS without its content, which is the file (RFC 7515, appendix F; RFC 8037). */
export async function signFile(ctx: Context, content: string): Promise<string> {
  const signer = await getActiveSigner(ctx)
  const header = toBase64Url(JSON.stringify({ alg: 'EdDSA', kid: signer.id }))
  const signature = signer.sign(Buffer.from(`${header}.${toBase64Url(content)}`))
  return `${header}..${Buffer.from(signature).toString('base64url')}`
}

const toBase64Url = (text: string) => Buffer.from(text).toString('base64url')
