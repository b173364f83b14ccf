import { claimWords } from '#lib/capabilities/search/answer/claim.ts'

/** Words for the same fact, by their stems, so that "How fast is it?" asks for what "24 knots" states. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/^(?:cost(?:ly)?|pric|pricey|expensiv|fee|admission|tuition|charg|euro|dollar|pound|€|\$|£)$/u, 'cost'],
  [/^(?:weigh|weight|heavy|heavier|heaviest|mass|kilogramm?|gramm?|kg|tonn?|tonne)$/u, 'weigh'],
  [/^(?:population|inhabitant|resident|resid|individual)$/u, 'population'],
  [/^(?:(?:high|tall)(?:er|est)?|height|altitud|elevation)$/u, 'high'],
  [/^(?:long(?:er|est)?|length|duration)$/u, 'long'],
  [/^(?:before|former|previou|previous|original)$/u, 'before'],
  [/^(?:deep|depth)$/u, 'deep'],
  [/^(?:wid|wide|width|broad)$/u, 'wide'],
  [/^(?:fast|spe|knot|mph|km\/h)$/u, 'fast'],
  [/^(?:hot|warm|cold|temperatur|celsiu|fahrenheit|degre|°)$/u, 'temperature'],
  [/^(?:area|larg|big|siz|squar|hectar|acr)$/u, 'area'],
  [/^(?:old|age)$/u, 'age'],
  [/^(?:salary|salari|wag|earn|earner|pay|paid|payment|payrol|payroll)$/u, 'earn'],
  [/^(?:staff|employ|employe|work|worker|workforc|personnel|crew)$/u, 'staff'],
  [/^(?:visit|visitor|attendanc|guest|tourist)$/u, 'visit'],
  [/^(?:capacity|carry|carri|hold|seat|accommodat)$/u, 'capacity'],
  [/^(?:begin|began|begun|start|commenc|launch)$/u, 'begin'],
  [/^(?:end|clos|shut|finish|complet|completion|stop|terminu|expir|deadlin|due)$/u, 'end'],
  [/^(?:born|birth|birthplac)$/u, 'born'],
  [/^(?:die|died|death)$/u, 'die'],
  [/^(?:marry|marri|spous|wif|wife|husband)$/u, 'marry'],
  [/^(?:command|captain|skipper)$/u, 'command'],
  [/^(?:writ|wrot|written|writer|author)$/u, 'write'],
  [
    /^(?:lead|led|leader|head|direct|director|manag|manager|chief|ceo|executiv|rector|principal|dean|chair|chairman|chairwoman|president|run|runn|operat|operator|govern|governor)$/u,
    'lead',
  ],
  [/^(?:teach|taught|teacher|professor)$/u, 'teach'],
  [/^(?:coach|trainer)$/u, 'coach'],
  [/^(?:build|built|builder|construct|construction|erect|develop|developer|development)$/u, 'build'],
  [/^(?:make|mak|made|maker|manufactur|manufacturer|produc|producer)$/u, 'make'],
  [/^(?:own|owner|belong|buy|bought|purchas|acquir|acquisition)$/u, 'own'],
  [/^(?:sell|sold|seller|sal)$/u, 'sell'],
  [/^(?:found|founder|establish|creat|creator)$/u, 'found'],
  [/^(?:invent|inventor)$/u, 'invent'],
  [/^(?:discover|discoverer|discovery|discoveri)$/u, 'discover'],
  [/^(?:approv|approval|licens|licenc|authoriz|authori)$/u, 'approve'],
  [/^(?:effectiv|efficacy|prevent)$/u, 'efficacy'],
  [/^(?:stor|storag|keep|kept)$/u, 'store'],
  [/^(?:dos|inject|injection)$/u, 'dose'],
  [/^(?:calori|kilocalori|kcal|kilojoul|energy)$/u, 'energy'],
  [/^(?:pictur|imag|photo|photograph)$/u, 'picture'],
  [/^(?:eat|eaten|diet|prey|feed|food)$/u, 'eat'],
  [/^(?:flow|empti|empty|mouth)$/u, 'flow'],
  [/^(?:loss|casualti|casualty|dead)$/u, 'die'],
  [/^(?:caus|reason)$/u, 'cause'],
  [/^(?:retir|retirement)$/u, 'retire'],
  [/^(?:injur|injury|injuri)$/u, 'injury'],
  [/^(?:design|designer|architect)$/u, 'design'],
  [/^(?:win|won|winner|victor)$/u, 'win'],
  [/^(?:award|priz|medal|trophy|trophi)$/u, 'award'],
  [/^(?:study|studi|student|enroll|pupil|attend)$/u, 'study'],
  [/^(?:bas|headquarter|hq|seat)$/u, 'base'],
  [/^(?:version|releas|edition|premier|publish|publisher|publication|debut)$/u, 'release'],
  [/^(?:film|shot|shoot)$/u, 'film'],
  [/^(?:star|starr|role|cast|actor|actress|play)$/u, 'role'],
  [/^screen(?:writer|play)$/u, 'screenplay'],
  [/^(?:emit|emission)$/u, 'emit'],
  [/^(?:app|appli|application|applicant)$/u, 'apply'],
  [/^(?:compos|composer|music|scor)$/u, 'music'],
  [/^(?:guard|warden|ranger|keeper|caretaker)$/u, 'guard'],
  [/^(?:loud|nois|noisy|decibel)$/u, 'loud'],
  [/^(?:power|watt|kilowatt|horsepower)$/u, 'power'],
  [/^(?:voltag|volt)$/u, 'voltage'],
  [/^(?:volum|liter|litr|gallon)$/u, 'volume'],
  [/^(?:memory|ram)$/u, 'memory'],
  [/^(?:rain|rainfall|precipitation)$/u, 'rain'],
  [/^(?:leav|left|depart|departur)$/u, 'leave'],
  [/^(?:reach|arriv|arrival)$/u, 'reach'],
  [/^(?:need|requir|necessary|requirement)$/u, 'need'],
  [/^(?:replac|replacement|renew|renewal|exchang|chang)$/u, 'change'],
  [/^(?:avoid|forbid|forbidden|prohibit|ban|bann)$/u, 'avoid'],
  [/^(?:warranty|guarante)$/u, 'warranty'],
  [/^(?:elect|election|vot)$/u, 'elect'],
  [/^(?:dai|day)$/u, 'day'],
  [/^(?:rid|rider|passenger)$/u, 'passenger'],
  [/^(?:repair|fix|mend)$/u, 'repair'],
  [/^(?:kill|murder|assassinat)$/u, 'kill'],
]

/** Not content words, but they state a measure ("meters long") or ask for a fact ("Who owns it?"). */
const signs = /[€$£°]|\bkm\/h|\b(?:long|before|make|made|own|won)s?\b/gu

/** An amount of money that is no price. */
const otherAmount =
  /\b(?:budgets?|salary|salaries|wages?|incomes?|revenues?|turnover|profits?|loss(?:es)?|debts?|loans?|grants?|donations?|tax(?:es)?|gdp)\b/iu

/** Phrases whose single words mean something else. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:running time|runs? for|ran for|lasts|lasted)\b/giu, 'long'],
  [/\b(?:comes?|came|coming) out\b/giu, 'release'],
  [/\b(?:takes?|took) place\b/giu, 'set date'],
  [/\b(?:is|was|are|were) held\b/giu, 'held date'],
  [/\b(?:held|existed|exists?|going) since\b/giu, 'held begun'],
  [/\blife (?:expectancy|span)\b/giu, 'lives'],
  [/\blast(?=\W*$)/giu, 'long'],
  [/\bfares?\b/giu, 'cost'],
  [/\bwritten in\b/giu, 'language'],
  [/\bstarted by\b/giu, 'founded by'],
  [/\bwho trains\b/giu, 'who coaches'],
  [/\b(?:goes|go|went) on for\b/giu, 'long'],
  [/\b(?:lost|lose) (?:their|his|her) (?:life|lives)\b/giu, 'died'],
  [/\bhow many stops\b/giu, 'how many stations'],
  [/\bhow many shots\b/giu, 'how many doses'],
  [/\bdate of birth\b/giu, 'born'],
  [/\bbox office\b/giu, 'gross'],
  [/\b(?:kilomet(?:er|re)s?|miles?) (?:per|an) hour\b/giu, 'fast'],
  [/\bmeasures?(?= [\d,.]+\s?(?:(?:centi|milli|kilo)?met(?:er|re)s|[ck]?m|feet|inches)\b)/giu, 'long'],
  [/\b(?:rises|stands|towers)(?= (?:about )?[\d,.]+\s?(?:met(?:er|re)s|m|feet)\b)/giu, 'high'],
  [/\btakes? (?=\d[\d.,]* ?(?:mg|g|ml|milligrams|grams|tablets)\b)/giu, 'dose '],
  [/\b(?:visitors?|guests?|adults|customers|users|students|one|you) pays?\b/giu, 'cost'],
  [/\blook(?:s|ed)? after\b/giu, 'guard'],
  [/\b(?:people|men and women) live\b/giu, 'population'],
]

/** The stems of a text, with synonyms under one name. */
export function toTerms(said: string): Set<string> {
  const text = phrases.reduce((plain, [phrase, word]) => plain.replace(phrase, word), said)
  const found = text.toLowerCase().match(signs) ?? []
  // Valley Head leads nothing.
  const names = claimWords(text.match(/(?<=[\p{L}\p{N},] )\p{Lu}\p{Ll}+/gu)?.join(' ') ?? '')
  const terms = otherAmount.test(text) ? synonyms.filter(([, name]) => name !== 'cost') : synonyms
  return new Set(
    [...claimWords(text), ...found.map(sign => sign.replace(/s$/u, ''))].map(word =>
      names.has(word) && !/^(?:priz|award|medal)$/u.test(word)
        ? word
        : (terms.find(([pattern]) => pattern.test(word))?.[1] ?? word),
    ),
  )
}

/** The terms that a sentence needs to answer a question, without those that only say for what kind of value it asks. */
export function toWanted(question: string): Set<string> {
  const terms = toTerms(question)
  const telling = new Set([...terms].filter(term => !generic.has(term) && !units.test(term)))
  return telling.size === 0 ? terms : telling
}

const generic = toTerms(
  'company firm person people man woman number amount name called money year yearly annual day date time today current latest newest ' +
    'lowest highest maximum minimum average typical total top per recommended standard official',
)

/** Share of the terms asked for that a sentence has, 0…1. */
export function shareOf(wanted: ReadonlySet<string>, sentence: string): number {
  const said = [...toTerms(sentence)]
  return wanted.size === 0 ? 0 : [...wanted].filter(term => isAmong(term, said)).length / wanted.size
}

/**
 * Whether a sentence measures something else: of what is asked for it has the measure alone, such as a price, and it
 * names what it measures.
 */
export function isAnotherFact(question: string, sentence: string): boolean {
  const wanted = toWanted(question)
  const named = [...wanted].filter(term => !measures.has(term))
  if (named.length === 0) return extreme.test(sentence)
  if (named.length === wanted.size) return false
  const said = [...toTerms(sentence)]
  if (named.some(term => isAmong(term, said))) return false
  return said.some(
    term => !/\d/u.test(term) && !measures.has(term) && !units.test(term) && !generic.has(term),
  )
}

/** The longest tunnel of a line is not the line. */
const extreme =
  /^(?:the|its|her|his|their)\s+(?:\p{L}+\s+)?(?:long|larg|bigg|high|tall|deep|wid|old|heavi|fast|small|short)est\s(?!(?:point|part|place|spot)\b)/iu

const measures: ReadonlySet<string> = new Set(
  'cost weigh high long deep wide fast temperature area age'.split(' '),
)
const units =
  /^(?:(?:kilo|centi|milli)?(?:meter|metr)|million|thousand|mile|feet|foot|minut|hour|day|week|month|year|semester|percent)/u

/** "Rainfall" says how much rain falls, and "visitor" who visits. */
function isAmong(term: string, said: readonly string[]): boolean {
  return said.some(
    other =>
      other === term ||
      begins(other, term) ||
      begins(term, other) ||
      (term === 'age' && beginnings.has(other)),
  )
}

/** They tell the age of what they began. */
const beginnings: ReadonlySet<string> = new Set(['born', 'build', 'found'])

const prefixMin = 4
const suffixMax = 4

function begins(word: string, prefix: string): boolean {
  return prefix.length >= prefixMin && word.length <= prefix.length + suffixMax && word.startsWith(prefix)
}

const abbreviated = /(?<![\p{L}\p{N}])\p{Lu}{3,6}(?![\p{L}\p{N}])/gu
// A source may have hundreds, such as the codes of stocks.
const abbreviationsMax = 20

/**
 * Replaces words by the abbreviation with their initials, "gross domestic product" by "GDP", where the question has
 * either.
 */
export function createAbbreviate(question: string, texts: readonly string[]): (text: string) => string {
  const asked = new Set(question.match(abbreviated))
  const initials = new Set(question.match(/(?<!\p{L})\p{L}/gu)?.map(letter => letter.toUpperCase()))
  const patterns = new Map<string, RegExp>()
  for (const short of new Set([...asked, ...texts.flatMap(text => text.match(abbreviated) ?? [])])) {
    if (patterns.size === abbreviationsMax) break
    if (!asked.has(short) && !Array.from(short).every(letter => initials.has(letter))) continue
    const pattern = toSpelled(short)
    if (asked.has(short) || question.search(pattern) !== -1) patterns.set(short, pattern)
  }
  return text => [...patterns].reduce((said, [short, pattern]) => said.replace(pattern, short), text)
}

function toSpelled(abbreviation: string): RegExp {
  const words = Array.from(abbreviation, initial => `${initial}\\p{L}+`)
  return new RegExp(`(?<!\\p{L})${words.join('[\\s-]+(?:(?:of|the|and|for)\\s+)?')}`, 'giu')
}
