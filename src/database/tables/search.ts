/** Values in the tables of research teams and of the search. */

/** The lists that are searched by words. */
export type SearchedList = 'job_posts' | 'courses' | 'projects' | 'companies'

/** The documents of an index: of researchers in the copies of their index, or of a list. */
export type TextArea = '1' | '2' | SearchedList
