/** One document of a file, as the reader of a format gets it. */

import type { FindPicture, PictureStore } from './pictures.ts'

export interface Source {
  text: string
  pictures: PictureStore
  findPicture: FindPicture
}
