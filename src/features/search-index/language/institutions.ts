/** The other names of institutions: short forms, and names in other words and languages. */

import { readFileSync } from 'node:fs'
import { findCountryCodes } from './countries.ts'
import { normalizeValue, stopWords, tokenize } from './tokenizer.ts'

/** Words that join the names of institutions and that initials mostly leave out. */
const joining = new Set(
  'of the for and in at on de del della di da do das dos la le les des du der die das and fur van voor och og et y e zu cha ya wa'.split(
    ' ',
  ),
)

/**
 * The beginnings of words that stand in the names of institutions of at least 80 countries in `institutions.tsv`, such as
 * University, Universität and Univ. They are compared by these letters only.
 */
const general = new Set('acad busi cent coll educ high info inst inte nati scho scie tech univ'.split(' '))
const generalLetters = 4

/** The same words where languages write their beginning otherwise, and their short forms. */
const generalForms: readonly (readonly [form: RegExp, beginning: string])[] = [
  [/^(?:uni|uniw\p{L}*|unyversit\p{L}*|egyetem\p{L}*|yliopisto|ulikool|sveuciliste|panepistimio|prifysgol|ollscoil|daigaku|daxue|daehakgyo)$/u, 'univ'],
  [/^(?:جامعه|الجامعه|университет\p{L}*|універсинет|университет|大学|大學|대학교)$/u, 'univ'],
  [/^(?:akad\p{L}*|الاكاديميه|اكاديميه|академи\p{L}*)$/u, 'acad'],
  [/^(?:zentrum|zentrale|kent\p{L}{2,}|مركز|центр)$/u, 'cent'],
  [/^(?:kolle(?:g|dz)\p{L}*|cole?gi[oou]\p{L}*|faculdade|كليه)$/u, 'coll'],
  [/^(?:ecole|escuela|escola|scuola|schule|skole|skola|szkola|okulu|iskola|shule|مدرسه|школа)$/u, 'scho'],
  [/^(?:istituto|insti|معهد|институт|taasisi)$/u, 'inst'],
  [/^(?:tecn\p{L}*|tekn\p{L}*|teknis\p{L}*|тех\p{L}*)$/u, 'tech'],
  [/^(?:nazional\p{L}*|nacional\p{L}*|natl|narodow\p{L}*)$/u, 'nati'],
]

/** Cities by their own names and those in other languages, as they stand in the names of institutions. */
const cities: ReadonlyMap<string, string> = new Map(
  (
    'munich=munchen|muenchen vienna=wien|vienne|viena cologne=koln|koeln zurich=zuerich|zurigo geneva=geneve|genf|ginebra ' +
    'rome=roma|rom milan=milano|mailand turin=torino florence=firenze venice=venezia|venedig naples=napoli|neapel ' +
    'genoa=genova padua=padova prague=praha|prag|praga warsaw=warszawa|warschau|varsovie cracow=krakow|krakau|cracovia ' +
    'wroclaw=breslau gdansk=danzig moscow=moskva|moskau|moscou|москва petersburg=peterburg copenhagen=kobenhavn|kopenhagen ' +
    'gothenburg=goteborg lisbon=lisboa|lissabon|lisbonne seville=sevilla|seville saragossa=zaragoza ' +
    'brussels=bruxelles|brussel|brussel antwerp=antwerpen|anvers ghent=gent|gand louvain=leuven|loewen liege=luik ' +
    'hague=haag athens=athina|athen|athenes bucharest=bucuresti|bukarest belgrade=beograd|belgrad nuremberg=nurnberg|nuernberg ' +
    'hanover=hannover brunswick=braunschweig basel=basle|bale berne=bern lucerne=luzern strasbourg=strassburg|strasburg ' +
    'havana=habana cairo=القاهره|kairo|caire damascus=دمشق beirut=بيروت|beyrouth baghdad=بغداد khartoum=الخرطوم kyiv=kiev|kiew ' +
    'lviv=lvov|lemberg mumbai=bombay kolkata=calcutta chennai=madras bengaluru=bangalore pune=poona yangon=rangoon ' +
    'beijing=peking|pekin|北京 guangzhou=canton nanjing=nanking tokyo=tokio|東京|东京 seoul=서울 mexico=mejico ' +
    'algiers=alger|الجزائر tunis=تونس rabat=الرباط nairobi=نيروبي addis=أديس zagreb=agram bratislava=pressburg ' +
    'ljubljana=laibach vilnius=wilno heidelberg=هايدلبرغ bologna=bolonia|bologne paris=باريس london=londres|londra|لندن ' +
    'edinburgh=edimbourg|edimburgo tubingen=tuebingen gottingen=goettingen wurzburg=wuerzburg dusseldorf=duesseldorf ' +
    'saarbrucken=saarbruecken osnabruck=osnabrueck lubeck=luebeck munster=muenster'
  )
    .split(' ')
    .flatMap((line) => {
      const [name = '', others = ''] = line.split('=')
      return others.split('|').map((other) => [other, name] as const)
    }),
)

const shortest = 3
const longest = 8
/** As of all values in the index. */
const longestName = 120

const unify = (word: string) => {
  const beginning = word.slice(0, generalLetters)
  if (general.has(beginning)) return beginning
  return generalForms.find(([form]) => form.test(word))?.[1] ?? word
}

const replaceCities = (canonical: string) =>
  canonical
    .split(' ')
    .map((word) => cities.get(word) ?? word)
    .join(' ')

const namesOfCities = Map.groupBy(cities.keys(), (other) => cities.get(other) ?? '')

/** Returns the names of a city in other languages. */
export const listCityNames = (word: string): string[] => {
  const name = cities.get(word) ?? word
  return [name, ...(namesOfCities.get(name) ?? [])].filter((one) => one !== word)
}

/** Makes one word of letters with points, as in M.I.T. */
const joinLetters = (words: readonly string[]): string[] => {
  const result: string[] = []
  let letters = 0
  for (const word of words) {
    letters = [...word].length === 1 ? letters + 1 : 0
    if (letters > 1) result.push(`${result.pop() ?? ''}${word}`)
    else result.push(word)
  }
  return result
}

/** Returns the words of a name by which it is compared: `univ california berkeley` for Univ. of California - Berkeley. */
export const canonicalName = (name: string): string =>
  joinLetters(tokenize(name))
    .filter((word) => !joining.has(word))
    .map(unify)
    .join(' ')
    .replace(/\bchuo kikuu\b/, 'univ')
    .slice(0, longestName)
    .toWellFormed()

/** What short words at the beginning of a name stand for. */
const openings: readonly (readonly [short: RegExp, long: string])[] = [
  [/^tu /, 'tech univ '],
  [/^u /, 'univ '],
  [/^(?:fh|haw|hochschule) /, 'univ applied scie '],
  [/^(?:polytech\p{L}*|polite[ck]\p{L}*) univ /u, 'polytechnic univ '],
]
const isGeneral = (word: string) => general.has(word)

/**
 * Returns the orders, lengths and languages in which people write a canonical name: `kisumu univ` for `univ kisumu`, `tech univ
 * munich` for `tu munchen`.
 */
export function listCanonicalVariants(canonical: string): string[] {
  const found = new Set([canonical])
  found.add(replaceCities(canonical))
  for (const name of [...found])
    for (const [short, long] of openings) if (short.test(name)) found.add(name.replace(short, long))
  for (const name of [...found]) {
    const words = name.split(' ')
    const first = words.findIndex((word) => !isGeneral(word))
    const last = words.findLastIndex((word) => !isGeneral(word))
    if (first === -1) continue
    const [head, rest, tail] = [words.slice(0, first), words.slice(first, last + 1), words.slice(last + 1)]
    if (head.length > 0 && tail.length === 0) found.add([...rest, ...head].join(' '))
    if (tail.length > 0 && head.length === 0) found.add([...tail, ...rest].join(' '))
  }
  found.delete(canonical)
  return [...found]
}

/**
 * Returns the initials by which people name an institution, with and without joining words: `mit` for Massachusetts
 * Institute of Technology, `uon` for University of Nairobi.
 */
export function listInitials(name: string): string[] {
  const words = tokenize(name)
  const main = words.filter((word) => !joining.has(word))
  const initials = [main, words].map((some) => some.map((word) => word.charAt(0)).join(''))
  return [...new Set(initials)].filter(
    (letters) => letters.length >= shortest && letters.length <= longest && !stopWords.has(letters),
  )
}

/** Whether a run of words of a query can be the whole name of an institution. */
export const mayBeInstitution = (words: readonly string[]): boolean => {
  const [first = '', last = ''] = [words.at(0), words.at(-1)]
  const main = words.filter((word) => !joining.has(word) && !stopWords.has(word))
  return main.length > 1 && main.includes(first) && main.includes(last)
}

/** The beginning of canonical names for which a word such as `umich` stands: `univ mich`; undefined for other words. */
export const expandUniversity = (word: string): string | undefined =>
  /^u\p{L}{3,}$/u.test(word) ? `univ ${word.slice(1)}` : undefined

/** Initials of the first words with the words after them: `uc berkeley`, `iit bombay`. */
function listPartialInitials(name: string): string[] {
  const words = tokenize(name).filter((word) => !joining.has(word))
  return words.slice(2).map((_, index) => {
    const rest = words.slice(index + 2)
    const initials = words.slice(0, index + 2).map((word) => word.charAt(0))
    return [initials.join(''), ...rest].join(' ')
  })
}

/** An institute of technology is called Tech, with the words before it: `georgia tech`. */
const listTechnical = (canonical: string): string[] =>
  canonical.endsWith(' inst tech') ? [canonical.replace(/ inst tech$/, ' tech')] : []

/** The country after a name, as in "Kisumu University, Kenya", is no part of it. */
const withoutCountry = (name: string): string => {
  const [, main = '', last = ''] = /^(.+),([^,]+)$/u.exec(name) ?? []
  return main !== '' && findCountryCodes(normalizeValue(last)).length > 0 ? main : name
}

interface KnownNames {
  short: string
  names: readonly string[]
}

/** By canonical name, and by the short form, what is known of institutions. */
function readKnown(): ReadonlyMap<string, readonly KnownNames[]> {
  const result = new Map<string, KnownNames[]>()
  const file = readFileSync(new URL('./institutions.tsv', import.meta.url), 'utf8')
  for (const line of file.split('\n').slice(1, -1)) {
    const [short = '', ...names] = line.split('\t')
    for (const name of names) result.set(name, [...(result.get(name) ?? []), { short, names }])
  }
  return result
}

let known: ReadonlyMap<string, readonly KnownNames[]> | undefined

/** Nicknames that are neither initials nor in the kept list, by the canonical name. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'eth zurich': ['eth', 'ethz'],
  'swiss federal inst tech': ['eth'],
  'swiss federal inst tech zurich': ['eth', 'ethz'],
  'ecole polytechnique federale lausanne': ['epfl'],
  'swiss federal inst tech lausanne': ['epfl'],
  'univ california los angeles': ['ucla'],
  'ludwig maximilians univ munich': ['lmu'],
  'ludwig maximilian univ munich': ['lmu'],
  'univ munich': ['lmu'],
  'rheinisch westfalische tech high aachen': ['rwth'],
  'rwth aachen univ': ['rwth'],
  'univ witwatersrand': ['wits', 'wits univ'],
  'univ lagos': ['unilag'],
  'univ pennsylvania': ['penn', 'upenn'],
  'univ campinas': ['unicamp'],
  'univ estadual campinas': ['unicamp'],
  'univ mississippi': ['ole miss'],
  'univ north carolina chapel hill': ['chapel hill', 'unc'],
  'virginia polytechnic inst state univ': ['virginia tech'],
  'louisiana state univ': ['lsu'],
  'hebrew univ jerusalem': ['huji'],
  'univ coll london': ['ucl'],
  'imperial coll london': ['imperial'],
  'imperial coll scie tech medicine': ['imperial'],
}

/** Returns the kept names of an institution in other words, and its short forms. */
function listKnownNames(canonicals: readonly string[]): string[] {
  known ??= readKnown()
  return canonicals
    .flatMap((canonical) => known?.get(canonical) ?? [])
    .flatMap(({ short, names }) => (short === '' ? names : [short, ...names]))
}

/** Returns the other names of an institution, folded: initials, short forms and kept names in other words. */
export function listInstitutionNames(name: string): string[] {
  const main = withoutCountry(name)
  const canonical = canonicalName(main)
  if (canonical === '') return []
  const canonicals = [canonical, ...listCanonicalVariants(canonical)]
  return [
    ...new Set([
      canonicalName(name),
      ...canonicals,
      ...listInitials(main),
      ...listPartialInitials(main),
      ...listTechnical(canonical),
      ...listKnownNames(canonicals),
      ...canonicals.flatMap((one) => nicknames[one] ?? []),
    ]),
  ]
}

/** Whether the name is made of the initials of the institution, so that it may just as well be another word. */
export const isDerivedFromInitials = (name: string, institution: string): boolean =>
  listInitials(withoutCountry(institution)).includes(name) && name !== normalizeValue(institution)
