import { definePersonalRights } from '#database/rights.ts'
import { fileRecord } from './record.ts'

/** The list of one's own files. A file is also read by those who read what it belongs to, through signed links. */
export const fileRights = definePersonalRights('file', fileRecord)
