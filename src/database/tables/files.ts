/** Values in the tables of files and uploads. */

export type FileArea = 'public' | 'private'
export type FileType = 'document' | 'image' | 'video' | 'audio' | 'avatar' | 'resume' | 'project_file'
