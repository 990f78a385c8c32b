import { mapEach } from '#core/streamed-data.ts'
import type { PersonalData } from '#features/feature.ts'
import { removeAllUploads } from './chunks/service.ts'
import { files } from './queries.ts'
import { presentFile } from './service.ts'
import { removeOtherFiles } from './store-file.ts'

/** An id that no row has. */
const noFile = 0

export const filePersonalData: PersonalData = {
  name: 'files',
  export: (ctx, userId) =>
    mapEach(files.listByUser.iterate(ctx, { user_id: userId }), (file) => ({
      ...presentFile(ctx, file),
      type: file.type,
      purpose: file.purpose,
    })),
  async erase(tx, userId) {
    // Files of features, such as the resume of an application, are removed by those features.
    for (const purpose of ['upload', 'avatar']) await removeOtherFiles(tx, { user_id: userId, purpose, id: noFile })
    await removeAllUploads(tx, userId)
  },
}
