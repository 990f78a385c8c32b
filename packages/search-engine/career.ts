/** Where a person studied and worked. */
export interface IndexedCareer {
  education?: readonly { institution: string; degree: string; field: string }[]
  employment?: readonly { institution: string; title: string }[]
}

interface CareerText {
  field: 'education' | 'employment'
  text: string
}

const join = (...texts: string[]) => texts.filter((text) => text !== '').join(', ')

/** Returns one text for each place where a person studied or worked. */
export const listCareer = ({ education = [], employment = [] }: IndexedCareer): CareerText[] => [
  ...employment.map(({ title, institution }): CareerText => ({ field: 'employment', text: join(title, institution) })),
  ...education.map(
    ({ degree, field, institution }): CareerText => ({ field: 'education', text: join(degree, field, institution) }),
  ),
]
