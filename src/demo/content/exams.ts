/** The exams of the demonstration. */

/** Each with a correct and a wrong answer. */
export const questionsOfEthics = [
  {
    type: 'single_choice',
    question: 'Who decides whether a patient takes part in a study?',
    options: ['The patient', 'The physician', 'The sponsor'],
    correct_answer: 'The patient',
    right: 'The patient',
    wrong: 'The sponsor',
    points: 2,
  },
  {
    type: 'multiple_choice',
    question: 'What belongs into a letter of consent?',
    options: ['The risks', 'The hoped-for result', 'How to leave the study', 'A signature under pressure'],
    correct_answer: ['The risks', 'How to leave the study'],
    right: ['The risks', 'How to leave the study'],
    wrong: ['The risks'],
    points: 3,
  },
  {
    type: 'true_false',
    question: 'A result of no effect need not be published.',
    correct_answer: false,
    right: false,
    wrong: true,
    points: 1,
  },
  {
    type: 'short_answer',
    question: 'Which declaration of 1964 sets out the ethics of medical research?',
    correct_answer: ['Helsinki', 'Declaration of Helsinki'],
    right: 'Helsinki',
    wrong: 'Geneva',
    points: 2,
  },
  {
    type: 'numeric',
    question: 'A trial of 200 people loses 30. How many percent is that?',
    correct_answer: 15,
    right: 15,
    tolerance: 0.1,
    wrong: 30,
    points: 2,
  },
] as const

const questions = questionsOfEthics.map(({ right, wrong, ...question }) => question)

/** Belongs to a lesson. */
export const quizOfWaiting = {
  title: 'Check yourself',
  practice: true,
  duration_minutes: 10,
  passing_score: 60,
  max_attempts: 10,
  questions,
} as const

export const ethics = {
  title: 'Research ethics',
  description: 'What everybody should know before working with people or their data.',
  instructions: 'Five questions, half an hour. All saved answers count, also if your connection is lost.',
  category: 'Ethics',
  duration_minutes: 30,
  passing_score: 70,
  max_attempts: 3,
  skills: ['Research Ethics', 'Statistics'],
  questions,
}

export const interviewing = {
  timezone: 'Africa/Nairobi',
  title: 'Interviewing with care',
  description: 'For those who ask people about hard things.',
  category: 'Methods',
  duration_minutes: 20,
  passing_score: 60,
  max_attempts: 1,
  skills: ['Interviews'],
  questions,
}

export const licence = {
  title: 'Clinical data licence',
  description: 'Opens soon; book a seat in time.',
  category: 'Ethics',
  duration_minutes: 90,
  passing_score: 80,
  max_attempts: 1,
  skills: ['Clinical Data'],
  questions,
}

/** Long enough to be open whenever the demonstration is viewed. */
/** Questions that are answered in several parts or by a text, which the exam room shows. */
const questionsOfTrials = [
  {
    type: 'ordering',
    question: 'Put the parts of a trial in their order.',
    options: ['Protocol', 'Recruitment', 'Follow-up', 'Publication'],
    correct_answer: ['Protocol', 'Recruitment', 'Follow-up', 'Publication'],
    explanation: 'Without a protocol *before* the recruitment, every result can be made to look planned.',
  },
  {
    type: 'matching',
    question: 'What does each kind of blinding withhold, and from whom?',
    pairs: [
      { left: 'Single blind', right: 'The treatment, from the participants' },
      { left: 'Double blind', right: 'The treatment, from participants and physicians' },
    ],
  },
  {
    type: 'cloze',
    question:
      'A result with p < 0.05 is called {{1:significant|statistically significant}}; it can still be {{2:small|unimportant}}.',
  },
  {
    type: 'essay',
    question:
      'A trial reports the outcome that its protocol named last.\n\n- What would you ask its authors?\n- What would you *not* conclude?',
    max_words: 200,
    points: 5,
  },
] as const

export const running = {
  title: 'Take-home exam: reading a trial',
  description: 'A week for nine questions. Answers are saved as you go.',
  category: 'Statistics',
  duration_minutes: 10_080,
  passing_score: 50,
  max_attempts: 2,
  skills: ['Field Trials'],
  questions: [...questions, ...questionsOfTrials],
}

/** Questions of a bank, of the types that need more than a click. */
export const questionsOfSoil = [
  {
    question: 'Order the particles from the smallest to the largest.',
    type: 'ordering',
    options: ['Clay', 'Silt', 'Sand'],
    correct_answer: ['Clay', 'Silt', 'Sand'],
    tags: ['texture'],
    difficulty: 1,
    explanation: 'Clay is below 0.002 mm, silt below 0.05 mm, sand below 2 mm.',
  },
  {
    question: 'Which element does each fertilizer bring?',
    type: 'matching',
    pairs: [
      { left: 'Urea', right: 'Nitrogen' },
      { left: 'Rock phosphate', right: 'Phosphorus' },
    ],
    options: ['Calcium'],
    tags: ['nutrients'],
    difficulty: 2,
  },
  {
    question: 'The {{1:nitrogen|N}} cycle needs bacteria in the {{2:roots|root nodules}} of legumes.',
    type: 'cloze',
    tags: ['nutrients'],
    difficulty: 3,
  },
]

/** Answers to it are graded by people. */
export const essays = {
  title: 'Planning a field trial',
  description: 'One essay and one plan, which a colleague reads.',
  category: 'Methods',
  duration_minutes: 90,
  passing_score: 60,
  max_attempts: 2,
  review: { when: 'after_submit', shows: ['own_answers', 'marks', 'explanations'] },
  questions: [
    {
      question: 'When would you end a field trial early? Give a reason for it, and one against it.',
      type: 'essay',
      points: 4,
      max_words: 300,
      rubric: [
        {
          criterion: 'Both sides',
          levels: [
            { points: 0, description: 'No reason.' },
            { points: 1.5, description: 'One side.' },
            { points: 3, description: 'Both sides, weighed against each other.' },
          ],
        },
        {
          criterion: 'Example',
          levels: [
            { points: 0, description: 'None.' },
            { points: 1, description: 'One that fits.' },
          ],
        },
      ],
    },
    { question: 'Upload the plan of a trial with two fields.', type: 'file_upload', points: 4 },
  ],
}

export const essayOnTrials =
  'I would end it when one field is clearly worse off, because nobody should lose a harvest for a number we know already.\n\n' +
  'Against it stands that early differences are often chance. A second season without any difference would change my mind.'
