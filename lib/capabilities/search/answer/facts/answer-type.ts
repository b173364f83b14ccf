import { foldText } from '#lib/capabilities/search-words.ts'
import { namesOf } from '#lib/capabilities/search/answer/claim.ts'
import { contentWords } from '#lib/capabilities/search/answer/content-words.ts'
import { toTerms } from './terms.ts'

/** Whether a sentence has what the question asks for: a number, a time, an earlier state, or a name that the question lacks. */
export function holdsType(question: string, sentence: string, subject: ReadonlySet<string>): boolean {
  if (asksForEarlier.test(question) && !earlier.test(sentence)) return false
  if (/\b(?:what|which) year\b/iu.test(question)) return year.test(sentence)
  if (asksForTime.test(question)) return time.test(sentence)
  if (/\bhow (?!often|late|early|soon)\p{L}+/iu.test(question) || measured.test(question)) {
    return number.test(sentence)
  }
  if (asksForGroup.test(question) && group.test(sentence)) return true
  if (!asksForName.test(question)) return true
  return statesName(question, sentence, subject)
}

/** Whether a sentence that has a number, a time or a name has one of the kind asked for: a length is no price. */
export function holdsKind(question: string, sentence: string, subject: ReadonlySet<string>): boolean {
  if (asksForPlace.test(question)) {
    return place.test(sentence) || statesName(question, sentence, subject)
  }
  const kind = kinds.find(({ asked }) => asked.test(question))
  return kind === undefined || kind.stated.test(sentence)
}

/** Whether a sentence has a name that the question lacks. */
function statesName(question: string, sentence: string, subject: ReadonlySet<string>): boolean {
  const names = [...namesOf(sentence), ...firstName(question, sentence)]
  return names.some(name => !subject.has(name) && !moment.test(name))
}

/** "Bell" in "Bell invented it": a capitalized first word before another one, or before a verb of the question. */
function firstName(question: string, sentence: string): string[] {
  const [, first = '', next = ''] = /^[^\p{L}\p{N}]*(\p{Lu}[\p{L}'’-]+)\s+([\p{L}'’-]+)/u.exec(sentence) ?? []
  if (first === '' || contentWords(first).length === 0) return []
  const asked = toTerms(question)
  const isVerb = [...toTerms(next)].some(term => asked.has(term))
  return isVerb || /^\p{Lu}/u.test(next) ? [foldText(first.replace(/['’]s?$/u, ''))] : []
}

const asksForName =
  /\b(?:who|whom|whose)\b|\b(?:what|which) (?:company|firm|club|team|city|town|country|river|university|architect|person|artist|author|surgeon|doctor|scientist|actor|actress|singer|player|king|queen|president|engineer|painter|composer|writer)\b/iu
const asksForGroup = /\bwho (?:must|may|can|should|is allowed)\b/iu
const group =
  /\b(?:people|persons?|patients?|adults|children|women|men|anyone|no one|everyone|those|members|students|employees)\b/iu

const asksForEarlier = /\b(?:before|formerly|previously|originally)\W*$/iu
const earlier =
  /\b(?:before|former(?:ly)?|previous(?:ly)?|original(?:ly)?|earlier|once|until|became|used to|converted)\b/iu

/** "Last year" is none, and neither is an amount of three digits. */
const year = /\b(?:1\d{3}|20\d{2})s?\b|\b\d+\s?(?:BC|AD|BCE|CE)\b|\bcentury\b/u

const asksForTime = /\b(?:when|(?:what|which) (?:time|day|date|month))\b/iu
const moments =
  'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekends?|january|february|april|june|' +
  'july|(?-i:March|May|August)|september|october|november|december|spring|summer|autumn|fall|winter|morning|noon|evening|midnight|century|' +
  'christmas|easter|thanksgiving|halloween|ramadan|passover|hanukkah|diwali|' +
  'daily|weekly|monthly|yearly|every|always|never|when|(?:after|before|until)(?!\\s+(?:it|he|she|they)\\b)'
const moment = new RegExp(`^(?:${moments}|march|may|august)$`, 'iu')
const time = new RegExp(`\\d|\\b(?:${moments})\\b`, 'iu')

const measured =
  /\bwhat\b.*\b(?:price|cost|fee|salary|budget|population|area|weight|height|length|width|depth|speed|temperature|rate|percentage|number|amount|distance|duration|age|hours|size|capacity|income)\b/iu
const number =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|half|twice|once|none|no)\b/iu

const asksForPlace =
  /^(?:\p{L}+\s+)?where\b|\b(?:what|which) (?:city|town|country|place|region|state|village|street)\b/iu
const place =
  /\b(?:in|at|on|near|off|along|between|beside|behind|opposite|outside|around|north|south|east|west)\s+(?:of\s+)?(?:the\s+|an?\s+)?\p{L}/iu

const lengths =
  '(?:(?:kilo|centi|milli)?met(?:er|re)s?|feet|foot|inch(?:es)?|miles?|yards?|fathoms?|[kcm]?m|ft|in|mi)'
const durations =
  '(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies)|sec|min|hrs?|h)'

/** Kinds of values by how questions ask for them and how sentences state them. */
const kinds: readonly { readonly asked: RegExp; readonly stated: RegExp }[] = [
  {
    asked: asksForTime,
    stated: new RegExp(
      `${year.source}|\\b(?:${moments})\\b|\\d{1,2}[:.]\\d{2}\\b|\\d\\s?(?:[ap]\\.?m\\b|o['’]clock)|` +
        `\\d\\s?(?:st|nd|rd|th)\\b|(?:\\d|\\b(?:an?|one|two|three|four|five|six|few|several))\\s?${durations}\\b|\\d[./-]\\d{1,2}[./-]\\d{2}`,
      'iu',
    ),
  },
  {
    asked:
      /\bhow (?:expensive|cheap)\b|^how much (?:is|are|was|were)\b|\b(?:prices?|costs?|fees?|fares?|salary|budget|revenue|turnover|profit|tuition|rent|income)\b|\b(?:pay|earn|gross)\b/iu,
    stated:
      /[€$£¥₹]|\b(?:euros?|cents?|dollars?|pounds?|pence|francs?|yen|yuan|rupees?|kron(?:a|or|e|er)|zloty|pesos?|rubles?|lira|crowns?|ducats|guilders|florins|shillings|coins|usd|eur|gbp|chf|free|costs?|priced?|prices|fees?|fares?|salary|budget|revenue|turnover|profit|rent|income)\b/iu,
  },
  {
    asked: /\b(?:what|which|latest|current|newest) version\b/iu,
    stated: /\bversions?\b|\b(?:current|latest|newest) release\b|\d\.\d|\blater\b/iu,
  },
  {
    asked: /\bhow heavy\b|\bweigh(?:s|t)?\b/iu,
    stated:
      /\d\s?(?:kg|mg|g|t|lbs?|oz)\b|\b(?:kilo(?:gram)?s?|(?:milli)?grams?|tonn?es?|tons?|pounds?|ounces?|weigh(?:s|ed|t)?|heav(?:y|ier))\b/iu,
  },
  {
    asked: /\bhow (?:hot|cold|warm)\b|\btemperature\b/iu,
    stated: /°|\b(?:degrees?|celsius|fahrenheit|kelvin)\b|\d\s?[CFK]\b/iu,
  },
  {
    asked: /\bhow (?:tall|deep|wide|thick)\b|\b(?:height|elevation|altitude|depth|width|diameter)\b/iu,
    stated: new RegExp(`\\b(?:${lengths}|high|tall|deep|wide)\\b|\\d\\s?${lengths}\\b`, 'iu'),
  },
  {
    asked: /\bhow (?:long|far) (?:is|are|was|were)\b|\b(?:length|distance)\b/iu,
    stated: new RegExp(`(?:\\b|\\d)(?:${lengths}|${durations}|pages|tokens)\\b`, 'iu'),
  },
  {
    asked: /\bhow long\b|\b(?:duration|half-life)\b|\b\p{L}+ing time\b/iu,
    stated: new RegExp(`(?:\\b|\\d)${durations}\\b|\\b(?:until|since|from)\\b|:\\d\\d`, 'iu'),
  },
  {
    asked: /\bhow often\b/iu,
    stated:
      /\d|\b(?:every|each|daily|hourly|weekly|monthly|yearly|annually|always|never|once|twice|times|one|two|three|four|five|six|seven|eight|nine|ten)\b/iu,
  },
  {
    asked: /\bhow old\b|\bage\b/iu,
    stated: new RegExp(`${year.source}|\\b(?:years?|months?|age[ds]?|born)\\b`, 'iu'),
  },
]
