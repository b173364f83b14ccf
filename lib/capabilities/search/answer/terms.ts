import { claimWords } from './claim.ts'

/** Words for the same fact, by their stems, so that "How fast is it?" asks for what "24 knots" states. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/^(?:cost|pric|expensiv|fee|fare|admission|charg|euro|dollar|pound|€|\$|£)/u, 'cost'],
  [/^(?:weigh|heav|mass$|kilogram|gram|kg|tonn?$|tonne$)/u, 'weigh'],
  [/^(?:population|inhabitant|resid|liv$)/u, 'population'],
  [/^(?:high|tall|height|altitud|elevation)/u, 'high'],
  [/^(?:long|length)/u, 'long'],
  [/^(?:before|former|previous|original)/u, 'before'],
  [/^(?:deep|depth)$/u, 'deep'],
  [/^(?:wid|wide|width|broad)$/u, 'wide'],
  [/^(?:fast|spe|knot|mph|km\/h)$/u, 'fast'],
  [/^(?:hot|warm|cold|temperatur|celsiu|fahrenheit|degre|°)$/u, 'temperature'],
  [/^(?:area|larg|big|siz|squar|hectar|acr)$/u, 'area'],
  [/^(?:old|age)$/u, 'age'],
  [/^(?:salar|wag|earn|pay|paid)/u, 'earn'],
  [/^(?:staff|employ|employe|work|worker|workforc|personnel|crew)$/u, 'staff'],
  [/^(?:visit|visitor|attendanc|guest|tourist)$/u, 'visit'],
  [/^(?:capacity|carry|carri|hold|seat|accommodat)$/u, 'capacity'],
  [/^(?:begin|began|begun|start|commenc|launch)$/u, 'begin'],
  [/^(?:end|clos|shut|finish|stop)$/u, 'end'],
  [/^(?:born|birth|birthplac)$/u, 'born'],
  [/^(?:die|died|dead|death)$/u, 'die'],
  [/^(?:marry|marri|spous|wif|wife|husband)$/u, 'marry'],
  [/^(?:command|captain|skipper)$/u, 'command'],
  [/^(?:writ|wrot|written|writer|author)$/u, 'write'],
  [/^(?:lead|led|leader|head|direct|director|manag|manager|chief)$/u, 'lead'],
  [/^(?:teach|taught|teacher|professor)$/u, 'teach'],
  [/^(?:build|built|builder|construct|construction|erect)$/u, 'build'],
  [/^(?:make|mak|made|maker|manufactur|manufacturer|produc|producer)$/u, 'make'],
  [/^(?:own|owner|belong)$/u, 'own'],
  [/^(?:buy|bought|purchas|acquir)$/u, 'buy'],
  [/^(?:sell|sold|seller|sal)$/u, 'sell'],
  [/^(?:found|founder|establish)$/u, 'found'],
  [/^(?:invent|inventor)$/u, 'invent'],
  [/^(?:design|designer|architect)$/u, 'design'],
  [/^(?:win|won|winner|victor)$/u, 'win'],
]

/** Not content words, but they state a measure ("meters long") or ask for a fact ("Who owns it?"). */
const signs = /[€$£°]|\bkm\/h|\b(?:long|before|make|made|own|won)s?\b/gu

/** An amount of money that is no price. */
const otherAmount =
  /\b(?:budgets?|salary|salaries|wages?|incomes?|revenues?|turnover|profits?|loss(?:es)?|debts?|loans?|grants?|donations?|tax(?:es)?|gdp)\b/iu

/** The stems of a text, with synonyms under one name. */
export function toTerms(text: string): Set<string> {
  const found = text.toLowerCase().match(signs) ?? []
  const terms = otherAmount.test(text) ? synonyms.filter(([, name]) => name !== 'cost') : synonyms
  return new Set(
    [...claimWords(text), ...found.map(sign => sign.replace(/s$/u, ''))].map(
      word => terms.find(([pattern]) => pattern.test(word))?.[1] ?? word,
    ),
  )
}

/** Share of the terms asked for that a sentence has, 0…1. */
export function shareOf(wanted: ReadonlySet<string>, sentence: string): number {
  return wanted.size === 0 ? 0 : wanted.intersection(toTerms(sentence)).size / wanted.size
}

/** Abbreviations of three letters or more that any of the texts has. */
export function abbreviationsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(text => text.match(/(?<![\p{L}\p{N}])\p{Lu}{3,6}(?![\p{L}\p{N}])/gu) ?? []))
}

/** The text with abbreviations for words with their initials: "GDP" for "gross domestic product". */
export function abbreviate(text: string, abbreviations: ReadonlySet<string>): string {
  return [...abbreviations].reduce((said, short) => {
    const words = Array.from(short, initial => `${initial}\\p{L}+`).join('[\\s-]+(?:(?:of|the|and|for)\\s+)?')
    return said.replace(new RegExp(`(?<!\\p{L})${words}`, 'giu'), short)
  }, text)
}
