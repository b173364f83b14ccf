import { isInside, isText, outermost } from '#lib/web/extract/walk.ts'
import { namesOf, sizeOf, type TextSizes } from './measure.ts'

/**
 * The shape of a page: one article, or parts that all belong to its content. The comments of an article are kept
 * if they are longer than it.
 */
export type PageShape =
  | { readonly kind: 'article' }
  | { readonly kind: 'comments'; readonly parts: readonly Element[] }
  | { readonly kind: 'answers' | 'articles' | 'cards'; readonly parts: readonly Element[] }

const finders: readonly ((document: Document, sizes: TextSizes) => PageShape | null)[] = [
  findAnswers,
  findThread,
  findArticles,
  findComments,
  findCards,
]

/** Decides the shape of a page from its markup: extraction of an article would drop parts of the others. */
export function findShape(document: Document, sizes: TextSizes): PageShape {
  for (const finder of finders) {
    const shape = finder(document, sizes)
    if (shape !== null) return shape
  }
  return { kind: 'article' }
}

const answerNames = /(?:^|[-_])(?:answers?|repl(?:y|ies)|solutions?)(?:$|[-_])/i
const questionNames = /(?:^|[-_])questions?(?:$|[-_])/i
const answerItems =
  '[itemtype*="schema.org/Answer"], [itemprop="suggestedAnswer"], [itemprop="acceptedAnswer"]'
const questionItems = '[itemtype*="schema.org/Question"]'
const answerCharsMin = 60
const answersShareMin = 0.4

/** A question with its answers, or several. */
function findAnswers({ body }: Document, sizes: TextSizes): PageShape | null {
  const answers = find(body, answerNames, answerItems, sizes)
  if (proseOf(answers, sizes) < answerCharsMin) return null
  const questions = find(body, questionNames, questionItems, sizes)
  if (questions.length === 0) return null
  const parts = outermost([...questions, ...answers])
  if (proseOf(parts, sizes) < proseOf([body], sizes) * answersShareMin) return null
  return { kind: 'answers', parts }
}

// At the end: a `post-content` is not a post, and `type-post` is any page of a blog.
const postNames = /^(?!type-)(?:.*[-_])?(?:post|message|reply|answer)$/i
const countedAnswers =
  /^\s*(?:\d+\s+(?:answers?|antwort(?:en)?|réponses?|respuestas?|risposte|ответ\p{L}*)|answers?\s*\(\d+\)|\d+\s*件?の?回答)\s*:?\s*$/iu
const asked = /[?？]\s*$/
const postsMin = 3
const postCharsMin = 30
const threadShareMin = 0.6

/** A thread of posts, or a heading that announces answers without any markup of theirs. */
function findThread({ body }: Document, sizes: TextSizes): PageShape | null {
  const announced = [...body.querySelectorAll('h2, h3, h4')].find(
    heading => sizes.has(heading) && countedAnswers.test(heading.textContent ?? ''),
  )
  const heading = [...body.querySelectorAll('h1')].find(
    each => sizes.has(each) && asked.test(each.textContent ?? ''),
  )
  const isThread = (parts: readonly Element[]): boolean =>
    proseOf(parts, sizes) >= proseOf([body], sizes) * threadShareMin
  const both = announced === undefined || heading === undefined ? null : commonAncestor(announced, heading)
  if (both !== null && isThread([both])) return { kind: 'answers', parts: [both] }
  const posts = groupsOf(sizes, element => {
    const { proseChars } = sizeOf(sizes, element)
    return (
      proseChars >= postCharsMin && namesOf(element).some(name => postNames.test(name)) && !isComment(element)
    )
  })
  const thread = posts.find(
    group => group.length >= postsMin && isThread(group) && longestShare(group, sizes) <= longestShareMax,
  )
  return thread === undefined ? null : { kind: 'answers', parts: thread }
}

function commonAncestor(one: Element, other: Element): Element | null {
  for (let outer = one.parentElement; outer !== null; outer = outer.parentElement) {
    if (outer.contains(other)) return outer
  }
  return null
}

const commentNames =
  /(?:^|[-_])(?:comments?|comment-?list|comment-?section|disqus_thread|discussion|responses|reviews)(?:$|[-_])/i
const commentItems = '[itemtype*="schema.org/Comment"], [itemtype*="schema.org/UserComments"]'
const replyNames = /(?:^|[-_])(?:form|respond|reply)(?:$|[-_])/i
const commentsCharsMin = 300
// Shorter comments would only distract from their article.
const commentsShareMin = 0.6

function findComments({ body }: Document, sizes: TextSizes): PageShape | null {
  const comments = find(body, commentNames, commentItems, sizes).filter(
    element => element.querySelector('h1') === null && !namesOf(element).some(name => replyNames.test(name)),
  )
  const chars = proseOf(comments, sizes)
  if (chars < commentsCharsMin || chars < proseOf([body], sizes) * commentsShareMin) return null
  return { kind: 'comments', parts: comments }
}

const articleTags =
  'article, [role="article"], [itemtype*="schema.org/BlogPosting"], [itemtype*="schema.org/NewsArticle"]'
const articleNames = /^(?:post|entry|story|hentry|blog-?post|article)$/i
const articleCharsMin = 220
const articlesShareMin = 0.5
const articleShareMax = 0.9
const teaserCharsMax = 600
// The share of an article that is followed by teasers of others.
const teasedShareMin = 0.6

/** Several articles that are each long enough to be read here, not teasers of other pages. */
function findArticles({ body }: Document, sizes: TextSizes): PageShape | null {
  const articles = find(body, articleNames, articleTags, sizes).filter(
    element => !isComment(element) && proseOf([element], sizes) >= articleCharsMin,
  )
  if (articles.length < 2 || longestShare(articles, sizes) > articleShareMax) return null
  if (proseOf(articles, sizes) < proseOf([body], sizes) * articlesShareMin) return null
  const [whole, another] = articles.filter(element => !isTeaser(element, sizes))
  // The article has no markup of its own.
  if (whole === undefined && paragraphCharsOutside(articles, sizes) >= ownTextCharsMax) return null
  const teased =
    whole !== undefined &&
    another === undefined &&
    proseOf([whole], sizes) >= proseOf(articles, sizes) * teasedShareMin
  return teased ? null : { kind: 'articles', parts: articles }
}

function isTeaser(element: Element, sizes: TextSizes): boolean {
  if (proseOf([element], sizes) > teaserCharsMax) return false
  if (element.querySelector(titledLink) !== null) return true
  return [...element.querySelectorAll('a[href]')].some(link => continued.test(link.textContent ?? ''))
}

const continued =
  /^\s*(?:read (?:more|on|the (?:full )?(?:article|story))|continue reading|learn more|more|full story|weiterlesen|mehr(?: lesen)?|lire la suite|en savoir plus|leer más|seguir leyendo|leggi (?:tutto|di più)|lees (?:meer|verder)|читать (?:далее|дальше)|続きを読む)\b[\s.…»›>→]*$/iu

// Pages may have thousands of posts inside of hundreds of elements.
const comments = new WeakMap<Element, boolean>()

/** Whether an element or one around it is named like comments. */
function isComment(element: Element): boolean {
  if (element.tagName === 'BODY') return false
  const known = comments.get(element)
  if (known !== undefined) return known
  const outer = element.parentElement
  const comment =
    namesOf(element).some(name => commentNames.test(name)) || (outer !== null && isComment(outer))
  comments.set(element, comment)
  return comment
}

const cardNames = /(?:^|[-_])(?:card|tile|teaser|product|result|listing)(?:$|[-_])/i
const cardParts = 'h1, h2, h3, h4, h5, h6, img, p, time'
const cardsMin = 3
const cardCharsMin = 15
const cardCharsMax = 800
const cardsShareMin = 0.5
// A page with more text of its own is an article that is followed by cards.
const ownTextShareMax = 0.4
const ownTextCharsMax = 400
const longestCardShareMax = 0.5
const paragraphCharsMin = 60
const titledLink = ':is(h1, h2, h3, h4, h5, h6) a[href], a[href] :is(h1, h2, h3, h4, h5, h6, img, p, time)'

/** Many small parts of the same markup that each have a link and a heading, an image or a description. */
function findCards({ body }: Document, sizes: TextSizes): PageShape | null {
  const groups = groupsOf(sizes, element => isCard(element, sizes)).flatMap(splitNameless)
  const { chars, proseChars } = sizeOf(sizes, body)
  const fitting = groups.filter(group => {
    if (group.length < cardsMin) return false
    const cardChars = charsOf(group, sizes)
    const proseOutside = proseChars - proseOf(group, sizes)
    if (cardChars < chars * cardsShareMin || proseOutside >= cardChars * ownTextShareMax) return false
    const longest = Math.max(...group.map(card => sizeOf(sizes, card).chars))
    return longest <= cardChars * longestCardShareMax && paragraphCharsOutside(group, sizes) < ownTextCharsMax
  })
  const [best] = fitting.toSorted((one, other) => charsOf(other, sizes) - charsOf(one, sizes))
  return best === undefined ? null : { kind: 'cards', parts: best }
}

/** Elements without a class are cards only beside each other. */
function splitNameless(group: Element[]): Element[][] {
  const [first] = group
  const nameless = first !== undefined && /^(?:DIV|SECTION)\.$/.test(signatureOf(first))
  return nameless ? bySibling(group) : [group]
}

function bySibling(group: readonly Element[]): Element[][] {
  return [...Map.groupBy(group, element => element.parentElement).values()]
}

/** Characters of the longer paragraphs outside some elements; those without the tag count only beside each other. */
function paragraphCharsOutside(group: readonly Element[], sizes: TextSizes): number {
  const cards = new Set(group)
  const outside = sizes.keys().filter(element => !cards.has(element) && !isInside(element, cards))
  const together = new Map<Element | null, number>()
  let tagged = 0
  for (const element of outside) {
    const chars = element.tagName === 'P' ? proseOf([element], sizes) : ownChars(element)
    if (chars < paragraphCharsMin) continue
    if (element.tagName === 'P') tagged += chars
    const parent = element.parentElement
    // Lines of one element, or elements of one parent, each perhaps in another one.
    for (const around of [element, parent, parent?.parentElement ?? null]) {
      together.set(around, (together.get(around) ?? 0) + chars)
    }
  }
  return Math.max(tagged, ...together.values())
}

/** Characters of its text outside any other element. */
function ownChars(element: Element): number {
  if (element.closest('a, p') !== null) return 0
  let chars = 0
  for (const node of element.childNodes) if (isText(node)) chars += (node.nodeValue ?? '').trim().length
  return chars
}

function isCard(element: Element, sizes: TextSizes): boolean {
  const { chars } = sizeOf(sizes, element)
  if (chars < cardCharsMin || chars > cardCharsMax) return false
  if (namesOf(element).some(name => cardNames.test(name))) return element.querySelector(cardParts) !== null
  if (element.tagName === 'A') return element.querySelector(`${cardParts}, div, span`) !== null
  if (element.querySelector('a[href]') === null) return false
  return element.querySelector(titledLink) !== null || isLinked(element, sizes)
}

// With less text in links, an element is a paragraph with a link.
const linkedProseMax = 0.75

/** A linked name with an image or a description. */
function isLinked(element: Element, sizes: TextSizes): boolean {
  const { chars, proseChars } = sizeOf(sizes, element)
  return proseChars <= chars * linkedProseMax && element.querySelector(`${cardParts}, div > span`) !== null
}

const repeatedShareMin = 0.8
// Parts with more links are teasers and sidebars.
const repeatedProseMin = 0.75
// Longer than that, it is the article.
const longestShareMax = 0.8
const groupTags: ReadonlySet<string> = new Set(['ARTICLE', 'SECTION', 'DIV', 'LI', 'A', 'FIGURE'])

/** Long parts of the same markup that are most of a page, whatever they are. */
export function findRepeated({ body }: Document, sizes: TextSizes): readonly Element[] | null {
  const long = groupsOf(sizes, element => {
    const { chars, proseChars } = sizeOf(sizes, element)
    return proseChars >= articleCharsMin && proseChars >= chars * repeatedProseMin
  })
  const siblings = long.flatMap(bySibling)
  const fitting = siblings.filter(
    group =>
      group.length > 1 &&
      proseOf(group, sizes) >= proseOf([body], sizes) * repeatedShareMin &&
      longestShare(group, sizes) <= longestShareMax,
  )
  return fitting.toSorted((one, other) => proseOf(other, sizes) - proseOf(one, sizes))[0] ?? null
}

/** Two or more elements of the same markup, in page order. */
function groupsOf(sizes: TextSizes, fits: (element: Element) => boolean): Element[][] {
  const elements = sizes.keys().filter(element => groupTags.has(element.tagName) && fits(element))
  const groups = Map.groupBy(elements, keyOf).values().map(outermost)
  return groups.filter(group => group.length > 1).toArray()
}

// Columns of a layout have nothing else in common.
const gridNames = /^(?:col|column|cell|grid|row|span|small|medium|large)(?:$|[-_\d])/i

/** Equal for elements of the same markup: their own tag and classes, and those of their parent. */
function keyOf(element: Element): string {
  const parent = element.parentElement
  return `${signatureOf(element)} ${parent === null ? '' : signatureOf(parent)}`
}

function signatureOf(element: Element): string {
  const classes = (element.getAttribute('class') ?? '').trim()
  const [first = ''] = classes.split(/\s+/, 1)
  const name = gridNames.test(first) ? classes : first
  return `${element.tagName}.${(name === '' ? (element.getAttribute('id') ?? '') : name).replace(/\d+/g, '')}`
}

/** The outermost elements with such a class or id, or with such markup, that have text; in page order. */
function find(body: Element, names: RegExp, selector: string, sizes: TextSizes): Element[] {
  const marked = new Set(body.querySelectorAll(selector))
  const elements = sizes
    .entries()
    .filter(([element, { chars }]) => {
      if (chars === 0 || element === body || element.tagName === 'MAIN') return false
      return marked.has(element) || namesOf(element).some(name => names.test(name))
    })
    .map(([element]) => element)
  return outermost(elements)
}

/** The share of the longest of some elements in the text of all. */
function longestShare(elements: readonly Element[], sizes: TextSizes): number {
  const longest = Math.max(...elements.map(element => proseOf([element], sizes)))
  return longest / Math.max(1, proseOf(elements, sizes))
}

function proseOf(elements: readonly Element[], sizes: TextSizes): number {
  return elements.reduce((sum, element) => sum + sizeOf(sizes, element).proseChars, 0)
}

function charsOf(elements: readonly Element[], sizes: TextSizes): number {
  return elements.reduce((sum, element) => sum + sizeOf(sizes, element).chars, 0)
}
