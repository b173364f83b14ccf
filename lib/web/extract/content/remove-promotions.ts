import { namesOf } from './measure.ts'

// Whole words of a name: `related` is also part of `unrelated`.
const promotionNames =
  /(?:^|[-_])(?:news-?letters?(?:-?(?:sign-?up|form|box))?|(?:e-?mail-?)?sign-?up(?:-?(?:form|box))?|subscribe|related(?:-?(?:posts?|articles?|stories|links|content))?|recommended|recirc(?:ulation)?|outbrain|taboola|also-?like|read-?next|cookie-?(?:law|notice|banner|consent)(?:-?info)?(?:-?bar)?|social-?(?:share|links)?|share-?(?:bar|links|buttons))(?:$|[-_\d])/i
const label =
  /^[\s:»>•–-]*(?:related(?: (?:posts?|articles?|stories|links?))?|read (?:more|also|next)|also read|see also|more (?:on this|stories)|lesen sie (?:auch|mehr)|mehr zum thema|leggi anche|lire aussi|à lire aussi|lea también|leia (?:também|mais)|lees ook|читайте также)[\s:»>•–-]*$/i
const shareMax = 0.15
// The text of nested elements is measured once for each.
const namedMax = 300
const linesMax = 2000

/** Removes offers of newsletters, links to other articles and the like from the page of an article. */
export function removePromotions(body: Element): void {
  const chars = body.textContent?.length ?? 0
  const named = [...body.querySelectorAll('[class], [id]')].filter(isNamed)
  for (const element of named.slice(0, namedMax)) {
    if (isSmall(element, chars) && element.querySelector('h1, pre, table') === null) element.remove()
  }
  for (const element of [...body.querySelectorAll('p, h2, h3, h4, h5, h6')].slice(0, linesMax)) {
    if (isSmall(element, chars) && isLabeledLink(element)) element.remove()
  }
}

function isNamed(element: Element): boolean {
  return namesOf(element).some(name => promotionNames.test(withDashes(name)))
}

function isSmall(element: Element, chars: number): boolean {
  return (element.textContent?.length ?? 0) <= chars * shareMax
}

/** Names in camel case have no dashes. */
function withDashes(name: string): string {
  return name.replaceAll(/([a-z])(?=[A-Z])/g, '$1-')
}

/** "Related: a link" and nothing else. */
function isLabeledLink(element: Element): boolean {
  const links = [...element.querySelectorAll('a[href]')].map(link => link.textContent ?? '')
  if (links.length === 0) return false
  let rest = element.textContent ?? ''
  for (const text of links) rest = rest.replace(text, '')
  return label.test(rest)
}
