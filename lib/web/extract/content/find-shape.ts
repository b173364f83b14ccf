import { isAround, namesOf, sizeOf, type TextSizes } from './measure.ts'

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
  /^\s*(?:\d+\s+|all\s+)?(?:answers?|repl(?:y|ies)|responses|solutions?|antwort(?:en)?|réponses?|respuestas?|risposte|ответ\p{L}*|回答)(?:\s*\(\d+\))?\s*:?\s*$/iu
const postsMin = 3
const postCharsMin = 30
const threadShareMin = 0.6

/** A thread of posts, or a heading that announces answers without any markup of theirs. */
function findThread({ body }: Document, sizes: TextSizes): PageShape | null {
  const announced = [...body.querySelectorAll('h2, h3, h4')].find(
    heading => countedAnswers.test(heading.textContent ?? '') && !isInside(heading),
  )
  const heading = headingOf(body)
  const isThread = (parts: readonly Element[]): boolean =>
    proseOf(parts, sizes) >= proseOf([body], sizes) * threadShareMin
  const both = announced === undefined || heading === null ? null : commonAncestor(announced, heading)
  if (both !== null && isThread([both])) return { kind: 'answers', parts: [both] }
  const posts = groupsOf(sizes, element => {
    const { proseChars } = sizeOf(sizes, element)
    return (
      proseChars >= postCharsMin && namesOf(element).some(name => postNames.test(name)) && !isComment(element)
    )
  })
  const thread = posts.find(group => group.length >= postsMin && isThread(group))
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
const commentsCharsMin = 300
// Shorter ones are beside the point of an article.
const commentsShareMin = 0.6

function findComments({ body }: Document, sizes: TextSizes): PageShape | null {
  const comments = find(body, commentNames, commentItems, sizes).filter(
    element => element.querySelector('h1') === null,
  )
  const chars = proseOf(comments, sizes)
  if (chars < commentsCharsMin || chars < proseOf([body], sizes) * commentsShareMin) return null
  return { kind: 'comments', parts: comments }
}

const articleTags =
  'article, [role="article"], [itemtype*="schema.org/BlogPosting"], [itemtype*="schema.org/NewsArticle"]'
const articleNames = /^(?:post|entry|story|hentry|blog-?post|article)$/i
const articleCharsMin = 220
const teaserCharsMax = 600
// The share of an article that is followed by teasers of others.
const teasedShareMin = 0.6

/** Several articles that are each long enough to be read here, not teasers of other pages. */
function findArticles({ body }: Document, sizes: TextSizes): PageShape | null {
  const articles = find(body, articleNames, articleTags, sizes).filter(
    element => !isComment(element) && proseOf([element], sizes) >= articleCharsMin,
  )
  if (articles.length < 2) return null
  const [whole, another] = articles.filter(element => !isTeaser(element, sizes))
  const teased =
    whole !== undefined &&
    another === undefined &&
    proseOf([whole], sizes) >= proseOf(articles, sizes) * teasedShareMin
  return teased ? null : { kind: 'articles', parts: articles }
}

function isTeaser(element: Element, sizes: TextSizes): boolean {
  return proseOf([element], sizes) <= teaserCharsMax && element.querySelector(titledLink) !== null
}

function isComment(element: Element): boolean {
  for (
    let outer: Element | null = element;
    outer !== null && outer.tagName !== 'BODY';
    outer = outer.parentElement
  ) {
    if (namesOf(outer).some(name => commentNames.test(name))) return true
  }
  return false
}

const cardNames = /(?:^|[-_])(?:card|tile|teaser|product|result|listing)(?:$|[-_])/i
const cardParts = 'h1, h2, h3, h4, h5, h6, img, p, time'
const cardsMin = 3
const cardCharsMin = 15
const cardCharsMax = 800
const cardsShareMin = 0.5
// A page with more text of its own is an article that is followed by cards.
const ownTextShareMax = 0.4
const ownTextCharsMax = 700
const paragraphCharsMin = 60
const titledLink = ':is(h1, h2, h3, h4, h5, h6) a[href], a[href] :is(h1, h2, h3, h4, h5, h6, img, p, time)'

/** Many small parts of the same markup that each have a link and a heading, an image or a description. */
function findCards({ body }: Document, sizes: TextSizes): PageShape | null {
  const groups = groupsOf(sizes, element => isCard(element, sizes))
  const { chars, proseChars } = sizeOf(sizes, body)
  const fitting = groups.filter(group => {
    if (group.length < cardsMin) return false
    const cardChars = charsOf(group, sizes)
    const proseOutside = proseChars - proseOf(group, sizes)
    if (cardChars < chars * cardsShareMin || proseOutside >= cardChars * ownTextShareMax) return false
    return paragraphCharsOutside(group, sizes) < ownTextCharsMax
  })
  const [best] = fitting.toSorted((one, other) => charsOf(other, sizes) - charsOf(one, sizes))
  return best === undefined ? null : { kind: 'cards', parts: best }
}

function paragraphCharsOutside(group: readonly Element[], sizes: TextSizes): number {
  const cards = new Set(group)
  const isOutside = (paragraph: Element): boolean => {
    for (let outer = paragraph.parentElement; outer !== null; outer = outer.parentElement) {
      if (cards.has(outer)) return false
    }
    return true
  }
  return sizes
    .entries()
    .filter(([element, { proseChars }]) => element.tagName === 'P' && proseChars >= paragraphCharsMin)
    .filter(([element]) => isOutside(element))
    .reduce((sum, [, { proseChars }]) => sum + proseChars, 0)
}

function isCard(element: Element, sizes: TextSizes): boolean {
  const { chars } = sizeOf(sizes, element)
  if (chars < cardCharsMin || chars > cardCharsMax) return false
  if (namesOf(element).some(name => cardNames.test(name))) return element.querySelector(cardParts) !== null
  if (element.tagName === 'A') return element.querySelector(`${cardParts}, div, span`) !== null
  if (element.querySelector('a[href]') === null) return false
  return element.querySelector(titledLink) !== null || isLinked(element, sizes)
}

/** A linked name with an image or a description. */
function isLinked(element: Element, sizes: TextSizes): boolean {
  const { chars, proseChars } = sizeOf(sizes, element)
  return proseChars <= chars * 0.75 && element.querySelector(`${cardParts}, div > span`) !== null
}

const repeatedShareMin = 0.7
// Longer than that, it is the article.
const longestShareMax = 0.8
const groupTags: ReadonlySet<string> = new Set(['ARTICLE', 'SECTION', 'DIV', 'LI', 'A', 'FIGURE'])

/** Long parts of the same markup that are most of a page, whatever they are. */
export function findRepeated({ body }: Document, sizes: TextSizes): readonly Element[] | null {
  const long = groupsOf(sizes, element => sizeOf(sizes, element).proseChars >= articleCharsMin)
  const fitting = long.filter(group => {
    const chars = proseOf(group, sizes)
    const longest = Math.max(...group.map(element => proseOf([element], sizes)))
    return chars >= proseOf([body], sizes) * repeatedShareMin && longest <= chars * longestShareMax
  })
  return fitting.toSorted((one, other) => proseOf(other, sizes) - proseOf(one, sizes))[0] ?? null
}

/** Two or more elements of the same markup, in page order. */
function groupsOf(sizes: TextSizes, fits: (element: Element) => boolean): Element[][] {
  const elements = sizes.keys().filter(element => groupTags.has(element.tagName) && fits(element))
  const groups = Map.groupBy(elements, keyOf).values().map(outermost)
  return groups.filter(group => group.length > 1).toArray()
}

/** Equal for elements of the same markup: their own tag and classes, and those of their parent. */
function keyOf(element: Element): string {
  const parent = element.parentElement
  return `${signatureOf(element)} ${parent === null ? '' : signatureOf(parent)}`
}

function signatureOf(element: Element): string {
  const [first = ''] = (element.getAttribute('class') ?? '').trim().split(/\s+/, 1)
  return `${element.tagName}.${first.replace(/\d+/g, '')}`
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
  return outermost(elements.toArray())
}

function outermost(elements: readonly Element[]): Element[] {
  const all = new Set(elements)
  return elements.filter(element => {
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      if (all.has(outer)) return false
    }
    return true
  })
}

function headingOf(body: Element): Element | null {
  return [...body.querySelectorAll('h1')].find(heading => !isInside(heading)) ?? null
}

function isInside(element: Element): boolean {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (isAround(outer)) return true
  return false
}

function proseOf(elements: readonly Element[], sizes: TextSizes): number {
  return elements.reduce((sum, element) => sum + sizeOf(sizes, element).proseChars, 0)
}

function charsOf(elements: readonly Element[], sizes: TextSizes): number {
  return elements.reduce((sum, element) => sum + sizeOf(sizes, element).chars, 0)
}
