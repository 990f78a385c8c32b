/** Academic degrees and titles, which say nothing about the subject of a person. */

const degrees: ReadonlySet<string> = new Set(
  (
    'phd dphil drphil scd dsc edd psyd drph dba jd llb md mbbs mbchb dds dvm pharmd msc mscs ma mphil mba mph mres meng med ' +
    'mfa mpa llm bsc ba beng bed bcom bba bs ms hdr habil postdoc postdocs postdoctoral doctorate doctorates doctoral ' +
    'masters bachelor bachelors undergraduate postgraduate prof profs professor professors dr drs doctor lecturer lecturers ' +
    'docteur doctorat doctora doctorado doctorat professeur professeure profesor profesora professora doktor promotion ' +
    'promovierte dozent dozentin docente catedratico mtaalamu profesa daktari دكتور دكتوراه استاذ بروفيسور'
  ).split(' '),
)

/** Degrees that are also the short form of something else. */
const ambiguous: ReadonlySet<string> = new Set([
  'ma',
  'ba',
  'ms',
  'bs',
  'med',
  'bed',
  'md',
  'jd',
  'llm',
  'promotion',
  'doctor',
  'masters',
])

/** Whether the folded word is a degree or a title. One that may mean something else is one only beside other words. */
export const isDegree = (word: string): boolean => degrees.has(word)

/** Whether the degree may be another word as well, such as the initials of an institution. */
export const isAmbiguousDegree = (word: string): boolean => ambiguous.has(word)
