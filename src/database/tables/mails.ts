/** Values in the table of mails. */

export interface StoredAttachment {
  filename: string
  content_type: string
  /** Base64. */
  content: string
}
