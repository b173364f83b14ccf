import { countProse } from './measure.ts'

// Whole words of a name: `related` is also part of `unrelated`.
const promotions =
  'news-?letters?(?:-?(?:sign-?up|form|box))?|e-?mail-?sign-?up(?:-?(?:form|box))?|sign-?up-?(?:form|box)|related-?(?:posts?|articles?|stories|links|content)|recirc(?:ulation)?|outbrain|taboola|also-?like|read-?next|cookie-?(?:law|notice|banner|consent)(?:-?info)?(?:-?bar)?|social-?(?:share|links)|share-?(?:bar|links|buttons)'
const promotionClass = new RegExp(`(?:^|[-_])(?:${promotions})(?:$|[-_\\d])`, 'i')
// An ID is often made of a heading: `cookie-consent-in-practice`.
const promotionId = new RegExp(`^(?:${promotions})$`, 'i')
// With words of the layout: `related-work` and `recommended-settings` are sections of an article.
const bareClass =
  /(?:^|[-_])(?:sign-?up|subscribe|related|recommended|social)(?:$|\d|__|--|[-_](?:area|bar|block|box|buttons?|container|footer|form|grid|icons?|inner|items?|list|media|module|news|pages?|reading|section|sharing|sidebar|topics?|videos?|widget|wrap|wrapper)(?:$|[-_\d]))/i
const label =
  /^[\s:»>•–-]*(?:related(?: (?:posts?|articles?|stories|links?))?|read (?:more|also|next)|also read|see also|more (?:on this|stories)|lesen sie (?:auch|mehr)|mehr zum thema|leggi anche|lire aussi|à lire aussi|lea también|leia (?:também|mais)|lees ook|читайте также)[\s:»>•–-]*$/i
// Not `See also`: an encyclopedia has such sections.
const listLabel =
  /^(?:you (?:may|might) also (?:like|enjoy)|recommended for you|related (?:posts|articles|stories)|(?:most|popular) (?:read|popular|posts|stories)|trending(?: now)?)[\s.…:!]*$/i
// Documentation has sections such as `More from the API`.
const lastListLabel = /^more (?:from|stories)\b.{0,40}$/i
const headings = /^H[1-6]$/
const shareMax = 0.15
// The text of nested elements is measured once for each.
const namedMax = 300
const linesMax = 2000
// The text after each is measured.
const lastListsMax = 20

// IDs made of headings, which Readability takes for those of promotions.
const misjudged = /(?:^|[-_])(?:related|social)[-_]/i

/** Removes offers of newsletters, links to other articles and the like from the page of an article. */
export function removePromotions(body: Element): void {
  const chars = body.textContent?.length ?? 0
  const named = [...body.querySelectorAll('[class], [id]')].filter(isNamed)
  for (const element of named.slice(0, namedMax)) {
    if (isSmall(element, chars) && element.querySelector('h1, pre, table') === null) element.remove()
  }
  let lastLists = 0
  for (const element of [...body.querySelectorAll('p, h2, h3, h4, h5, h6')].slice(0, linesMax)) {
    const text = element.textContent?.trim() ?? ''
    if (isSmall(element, chars) && isLabeledLink(element)) element.remove()
    else if (listLabel.test(text)) removeLabeledLinks(element, chars)
    else if (lastListLabel.test(text) && ++lastLists <= lastListsMax && !hasTextAfter(element)) {
      removeLabeledLinks(element, chars)
    }
  }
  for (const element of body.querySelectorAll('h1, h2, h3, h4, h5, h6, section')) {
    if (misjudged.test(element.id) && !isNamed(element)) element.removeAttribute('id')
  }
}

function isNamed(element: Element): boolean {
  if (headings.test(element.tagName)) return false
  if (promotionId.test(withDashes(element.id))) return true
  return [...element.classList]
    .map(withDashes)
    .some(name => promotionClass.test(name) || bareClass.test(name))
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

// A byline or a date is shorter.
const textCharsMin = 80

/** Whether the article goes on after an element and the links below it. */
function hasTextAfter(element: Element): boolean {
  const article = element.closest('article, main, [role="main"], body')
  let chars = 0
  for (let each: Element | null = element; each !== null && each !== article; each = each.parentElement) {
    for (let next = each.nextElementSibling; next !== null; next = next.nextElementSibling) {
      if (!next.matches('nav, footer, aside')) chars += countProse(next)
      if (chars >= textCharsMin) return true
    }
  }
  return false
}

/** "You may also like", and the links below it. */
function removeLabeledLinks(element: Element, chars: number): void {
  let isFollowed = false
  for (let next = element.nextElementSibling; next !== null; next = element.nextElementSibling) {
    if (!isSmall(next, chars) || !isOfLinks(next)) break
    next.remove()
    isFollowed = true
  }
  if (isFollowed) element.remove()
}

function isOfLinks(element: Element): boolean {
  return element.querySelector('a[href]') !== null && countProse(element) === 0
}
