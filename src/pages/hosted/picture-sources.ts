/** From where the exam room may load pictures: this service, and the store to which it redirects. No author can have others loaded. */

import type { Config } from '#config.ts'

/** Returns the sources as a Content-Security-Policy names them. */
export function listPictureSources({ publicUrl, s3 }: Pick<Config, 'publicUrl' | 's3'>): string {
  const own = ["'self'", new URL(publicUrl).origin]
  if (s3 === null) return own.join(' ')
  const { endpoint, publicUrl: delivery, bucket, region } = s3
  const store = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin
  return [...own, store, ...(delivery === null ? [] : [new URL(delivery).origin])].join(' ')
}

/** Returns the sources of the logos of companies. Their addresses may redirect to the file store, and imported ones are those of other sites. */
export const listLogoSources = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${new URL(publicUrl).origin} https:`
