/** Uploads with the tus protocol, whose parts arrive in order. */

import { type Migration, text } from './schema.ts'

export const resumableUploads: Migration = {
  name: '0028-resumable-uploads',
  up(schema) {
    // Null for uploads in chunks, whose type is named at the end.
    schema.addColumn('uploads', 'file_type', text().nullable())
    // As the client has sent it.
    schema.addColumn('uploads', 'metadata', text().nullable())
  },
}
