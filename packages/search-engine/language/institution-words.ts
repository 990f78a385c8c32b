/** The general words, cities and spellings in the names of institutions, by which two names are compared. */

import { tokenize } from './tokenizer.ts'

/** Words that join the names of institutions and that initials mostly leave out. */
export const joining = new Set(
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
  [
    /^(?:uni|uniw\p{L}*|unyversit\p{L}*|egyetem\p{L}*|yliopisto|ulikool|sveuciliste|panepistimio|prifysgol|ollscoil|daigaku|daxue|daehakgyo)$/u,
    'univ',
  ],
  [/^(?:جامعه|الجامعه|университет\p{L}*|універсинет|университет|大学|大學|대학교)$/u, 'univ'],
  [/^(?:akad\p{L}*|الاكاديميه|اكاديميه|академи\p{L}*)$/u, 'acad'],
  [/^(?:zentrum|zentrale|kent\p{L}{2,}|مركز|центр)$/u, 'cent'],
  [/^(?:kolle(?:g|dz)\p{L}*|cole?gi[oou]\p{L}*|faculdade|كليه)$/u, 'coll'],
  [/^(?:ecole|escuela|escola|scuola|schule|skole|skola|szkola|okulu|iskola|shule|مدرسه|школа)$/u, 'scho'],
  [/^(?:istituto|insti|معهد|институт|taasisi)$/u, 'inst'],
  [/^(?:tecn\p{L}*|tekn\p{L}*|teknis\p{L}*|тех\p{L}*)$/u, 'tech'],
  [/^(?:st|sankt|sint|szent)$/u, 'saint'],
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

/** What belongs to a university and is none, such as Universitätsklinikum and Universitetsforlaget. */
const compound = /^universit[ae]?ts?\p{L}{4,}$/u

export const normalizeInstitutionWord = (word: string) => {
  if (compound.test(word)) return word
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

/** Returns the words of a name, with letters with points as one word, as in M.I.T., and a genitive with its word, as in King's. */
export function splitName(name: string): string[] {
  const result: string[] = []
  let letters = 0
  for (const word of tokenize(name)) {
    letters = [...word].length === 1 ? letters + 1 : 0
    const isJoined = letters > 1 || (word === 's' && result.length > 0)
    if (isJoined) result.push(`${result.pop() ?? ''}${word}`)
    else result.push(word)
  }
  return result
}

/** What short words at the beginning of a name stand for. */
const openings: readonly (readonly [short: RegExp, long: string])[] = [
  [/^tu /, 'tech univ '],
  [/^u /, 'univ '],
  [/^(?:fh|haw|hochschule) /, 'univ applied scie '],
  [/^(?:polytech\p{L}*|polite[ck]\p{L}*) univ /u, 'polytechnic univ '],
]
export const isGeneral = (word: string) => general.has(word)

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
    if (head.length > 0 && tail.length > 0) continue
    const generals = [...head, ...tail]
    for (const some of [generals, generals.toSorted()]) {
      found.add([...rest, ...some].join(' '))
      found.add([...some, ...rest].join(' '))
    }
  }
  found.delete(canonical)
  return [...found]
}
