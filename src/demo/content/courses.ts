/** The courses of the demonstration, with lessons in Markdown. */

interface Lesson {
  title: string
  description: string
  duration_minutes: number
  video_url: string
  content: string
}

interface Course {
  title: string
  description: string
  category: string
  level: 'beginner' | 'intermediate' | 'advanced'
  price: number
  sequential: boolean
  status: 'published' | 'draft'
  /** The skills that completing it proves. */
  skills: string[]
  lessons: Lesson[]
}

const createLesson = (title: string, duration_minutes: number, ...paragraphs: string[]): Lesson => ({
  title,
  description: paragraphs[0] ?? '',
  duration_minutes,
  video_url: `https://videos.example/${title.toLowerCase().replace(/\W+/g, '-')}.mp4`,
  content: [`# ${title}`, ...paragraphs].join('\n\n'),
})

export const statistics: Course = {
  title: 'Statistics without fear',
  description: 'What a number says, what it does not say, and how to tell the difference.',
  category: 'Statistics',
  level: 'beginner',
  price: 0,
  sequential: false,
  status: 'published',
  skills: ['Statistics'],
  lessons: [
    createLesson(
      'Why averages mislead',
      12,
      'Ten people wait 5 minutes and one waits 5 hours.',
      '- The **mean** is half an hour.\n- The **median** is 5 minutes.\n\nBoth are true; ask which one your question needs.',
    ),
    createLesson(
      'Spread',
      15,
      'Two clinics, one average, very different days.',
      '```r\nsd(c(5, 5, 6, 4))\nsd(c(1, 1, 1, 17))\n```',
    ),
    createLesson(
      'Samples',
      18,
      'Asking a few to learn about many.',
      '1. Who could have been asked?\n2. Who was asked?\n3. Who answered?',
    ),
    createLesson(
      'Chance',
      20,
      'How often would nothing look like something?',
      '> A p-value answers a question nobody asks at breakfast.',
    ),
    createLesson(
      'Writing it down',
      10,
      'A result that cannot be repeated is an anecdote.',
      'Keep the *data*, the *program*, and the *reason*.',
    ),
  ],
}

export const trials: Course = {
  title: 'Trials with few patients',
  description: 'Designs for rare diseases and small clinics. Builds on “Statistics without fear”.',
  category: 'Statistics',
  level: 'advanced',
  price: 49,
  sequential: true,
  status: 'published',
  skills: ['Field Trials'],
  lessons: [
    createLesson(
      'What a small trial can answer',
      25,
      'Choose one question.',
      'A trial of 40 people has room for **one** answer.',
    ),
    createLesson(
      'Crossing over',
      30,
      'Everybody is their own comparison.',
      '| Month | Anna | Bola |\n|---|---|---|\n| 1 | new | old |\n| 2 | old | new |',
    ),
    createLesson(
      'Stopping early',
      30,
      'Looking often costs certainty.',
      'Plan the looks **before** the first patient.',
    ),
  ],
}

export const survey: Course = {
  title: 'Asking good questions',
  description: 'Surveys that people finish, and answers that mean what they say.',
  category: 'Methods',
  level: 'beginner',
  price: 0,
  sequential: false,
  status: 'published',
  skills: ['Survey Design', 'Interviews'],
  lessons: [
    createLesson(
      'One thing at a time',
      10,
      'Never ask about two things in one question.',
      '~~Do you like the food and the service?~~',
    ),
    createLesson('Scales', 14, 'Five points are enough.', 'Label all of them, not only the ends.'),
    createLesson(
      'Trying it out',
      12,
      'Watch five people answer.',
      'Wherever they pause, the question is wrong, not they.',
    ),
  ],
}

export const mapping: Course = {
  title: 'Maps for epidemiologists',
  description: 'From addresses to maps that do not lie.',
  category: 'Epidemiology',
  level: 'intermediate',
  price: 19.5,
  sequential: false,
  status: 'published',
  skills: ['GIS'],
  lessons: [
    createLesson('Places', 15, 'Points, areas, and what lies between.', 'A district is not a person.'),
    createLesson('Rates', 20, 'Cases per what?', 'Divide by those who could have fallen ill.'),
  ],
}

export const unfinished: Course = {
  title: 'Missing data',
  description: 'A draft that only its author sees.',
  category: 'Statistics',
  level: 'intermediate',
  price: 29,
  sequential: false,
  status: 'draft',
  skills: ['Statistics'],
  lessons: [createLesson('Who is not here?', 15, 'The ones who left are not like the ones who stayed.')],
}
