import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import { type Link, preferSpelling, readLink } from '#lib/web/crawl/read-link.ts'
import { toDocumentIdentity } from '#lib/web/crawl/identity.ts'
import { ApiError } from '#lib/errors.ts'
import { yieldToEventLoop } from '#lib/web/fetch/yield-to-event-loop.ts'
import type { Site } from '#lib/web/crawl/site.ts'
import { guessCharset } from './guess-charset.ts'
import { readText } from './read-text.ts'
import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** The parts of a page that a map needs. */
export interface PageLinks {
  /** Of this site, absolute, without duplicates, in page order. */
  readonly links: readonly PageLink[]
  readonly title: string
  /** Whether there were more links than the maximum, or the page is incomplete. */
  readonly cut: boolean
}

interface PageLink extends Link {
  readonly text: string
  /** Whether it is a route of the page itself. */
  readonly ownRoute: boolean
}

interface ReadLinksOptions {
  readonly site: Site
  /** Whether anchor texts are needed. */
  readonly texts: boolean
  readonly signal: AbortSignal
}

const htmlTypes = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i
/** A page without links, or unreadable. */
export const noLinks: PageLinks = { links: [], title: '', cut: false }
const perTurn = 200

/**
 * Reads the links of a response as it arrives; other types than HTML have none, and are not read. A body that is
 * truncated, too large or too slow gives the links before.
 */
export async function readLinks(
  response: SafeResponse,
  { site, texts, signal }: ReadLinksOptions,
): Promise<PageLinks> {
  const type = response.headers['content-type']
  if (typeof type === 'string' && !htmlTypes.test(type)) {
    response.abort()
    return noLinks
  }
  const reader = new LinkReader(texts)
  const whole = await readPage(response, reader, signal)
  const { base, links: raw, title, cut, open } = reader.end()
  const page = toDocumentIdentity(new URL(response.url))
  const baseUrl = URL.parse(base ?? '', response.url)?.href ?? response.url
  const links = new Map<string, PageLink & { href: string; text: string }>()
  const written = [...readNextLinks(response.headers['link']).map(href => ({ href, text: '' })), ...raw]
  for (const [at, { href, text }] of written.entries()) {
    // A page of a hundred thousand links must not block the event loop.
    if (at > 0 && at % perTurn === 0) await yieldToEventLoop()
    const link = readLink(href, baseUrl, site)
    if (link === null) continue
    const known = links.get(link.identity)
    if (known === undefined) {
      const ownRoute = link.route !== '' && link.identity === `${page}${link.route}`
      links.set(link.identity, { ...link, text, ownRoute })
      continue
    }
    known.href = preferSpelling(known.href, link.href)
    if (known.text === '') known.text = text
  }
  return { links: [...links.values()], title, cut: cut || !whole || (open && hasLength(response)) }
}

/**
 * Whether a length says where the page ends. One that is too short looks like the end of the page: only the tags tell.
 */
function hasLength({ headers }: SafeResponse): boolean {
  return headers['content-length'] !== undefined && headers['content-encoding'] === undefined
}

/** @returns whether the whole page was read */
async function readPage(response: SafeResponse, reader: LinkReader, signal: AbortSignal): Promise<boolean> {
  try {
    for await (const piece of readText(response, { charsetOf: guessFromHead })) {
      // The whole body may be here already, so that nothing else would notice.
      if (signal.aborted) return false
      reader.write(piece)
    }
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** The head may end inside of a character. */
function guessFromHead(contentType: string, head: Buffer): string {
  return guessCharset(contentType, head.subarray(0, head.findLastIndex(byte => byte < 0x80) + 1))
}

const part = /<([^>]*)>((?:[^,"]|"[^"]*")*)/g
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i

/** URLs in a `Link` header with `rel=next`. */
export function readNextLinks(header: string | readonly string[] | undefined): string[] {
  if (header === undefined) return []
  const text = (typeof header === 'string' ? header : header.join(',')).slice(0, 16_384)
  return [...text.matchAll(part)]
    .filter(([, , parameters = '']) => {
      const match = relation.exec(parameters)
      const names = (match?.[1] ?? match?.[2] ?? '').toLowerCase()
      return names.split(/\s+/).includes('next')
    })
    .map(([, href = '']) => href.trim())
    .filter(href => href !== '')
}

const linksMax = 50_000
const textCharsMax = 200
const readTags: ReadonlySet<string> = new Set([
  'a',
  'area',
  'link',
  'iframe',
  'frame',
  'meta',
  'base',
  'title',
  'img',
])
const tagCharsMax = 8
// Authors may leave out the end tags of others, such as `p` and `body`.
const closedTags: ReadonlySet<string> = new Set([
  'article',
  'div',
  'main',
  'nav',
  'ol',
  'section',
  'table',
  'ul',
])
const listedRelations = /(?:^|\s)(?:canonical|next|prev)(?:\s|$)/i
const alternateRelation = /(?:^|\s)alternate(?:\s|$)/i

const refresh = /^\s*\d*(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is

const keptCharsMin = 4096

/**
 * The part of a text that a tokenizer may still refer to: text is appended in pieces, and positions count from
 * the beginning. Names and values longer than a piece plus 4096 characters are truncated.
 */
class TextWindow {
  #text = ''
  #start = 0
  #lastLength = 0

  write(piece: string): void {
    const keep = Math.max(keptCharsMin, this.#lastLength)
    if (this.#text.length > keep) {
      this.#start += this.#text.length - keep
      this.#text = this.#text.slice(-keep)
    }
    this.#text = this.#text === '' ? piece : this.#text + piece
    this.#lastLength = piece.length
  }

  slice(from: number, to: number): string {
    return this.#text.slice(Math.max(0, from - this.#start), Math.max(0, to - this.#start))
  }
}

/**
 * Reads the links of a page as it arrives. It uses the tokenizer without building a DOM, so nesting costs
 * nothing, and text without links is never copied.
 */
class LinkReader {
  readonly #window = new TextWindow()
  readonly #links = new Map<string, string>()
  readonly #tokenizer: Tokenizer
  #base: string | null = null
  #title = ''
  #cut = false
  #tag = ''
  #name = ''
  #value = ''
  #attributes: Record<string, string> = {}
  #openHref: string | null = null
  #openText = ''
  #inTitle = false
  #inBody = false
  #openElements = 0

  readonly #texts: boolean

  /** @param texts whether anchor texts are needed; only a search reads them */
  constructor(texts: boolean) {
    this.#texts = texts
    this.#tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this.#callbacks())
  }

  write(piece: string): void {
    this.#window.write(piece)
    this.#tokenizer.write(piece)
  }

  end(): RawLinks {
    const open = this.#inBody && (this.#openElements > 0 || this.#openHref !== null || this.#tag !== '')
    this.#tokenizer.end()
    this.#closeAnchor()
    return {
      base: this.#base,
      links: Array.from(this.#links, ([href, text]): RawLink => ({ href, text })),
      title: toOneLine(this.#title),
      cut: this.#cut,
      open,
    }
  }

  #callbacks(): TokenizerCallbacks {
    const nothing = (): void => {}
    return {
      onopentagname: (start, end) => this.#openTag(start, end),
      onattribname: (start, end) => {
        if (this.#tag !== '') this.#name = this.#window.slice(start, end).toLowerCase()
      },
      onattribdata: (start, end) => {
        if (this.#tag !== '') this.#value += this.#window.slice(start, end)
      },
      onattribentity: codePoint => {
        if (this.#tag !== '') this.#value += String.fromCodePoint(codePoint)
      },
      onattribend: quote => this.#endAttribute(quote),
      onopentagend: () => this.#endTag(),
      onselfclosingtag: () => this.#endTag(),
      onclosetag: (start, end) => this.#closeTag(start, end),
      ontext: (start, end) => {
        if (this.#wantsText()) this.#addText(this.#window.slice(start, Math.min(end, start + 1000)))
      },
      ontextentity: codePoint => {
        if (this.#wantsText()) this.#addText(String.fromCodePoint(codePoint))
      },
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    }
  }

  #openTag(start: number, end: number): void {
    this.#tag = ''
    if (end - start > tagCharsMax) return
    const tag = this.#window.slice(start, end).toLowerCase()
    if (tag === 'body') this.#inBody = true
    else if (closedTags.has(tag)) this.#openElements++
    if (!readTags.has(tag) || (tag === 'img' && (this.#openHref === null || !this.#texts))) return
    this.#tag = tag
    this.#attributes = {}
  }

  #endAttribute(quote: QuoteType): void {
    if (this.#tag === '') return
    if (quote !== QuoteType.NoValue && !Object.hasOwn(this.#attributes, this.#name)) {
      this.#attributes[this.#name] = this.#value
    }
    this.#value = ''
  }

  #endTag(): void {
    const tag = this.#tag
    if (tag === '') return
    this.#tag = ''
    const { href, src, rel = '', content = '', alt = '' } = this.#attributes
    switch (tag) {
      case 'a':
        this.#closeAnchor()
        if (href !== undefined) this.#openHref = href
        return
      case 'area':
        return this.#add(href, alt)
      case 'img':
        return this.#addText(` ${alt} `)
      case 'link':
        if (listedRelations.test(rel) || (alternateRelation.test(rel) && 'hreflang' in this.#attributes)) {
          this.#add(href, '')
        }
        return
      case 'iframe':
      case 'frame':
        return this.#add(src, '')
      case 'meta':
        if (this.#attributes['http-equiv']?.trim().toLowerCase() === 'refresh') {
          this.#add(readMetaRefresh(content) ?? undefined, '')
        }
        return
      case 'base':
        this.#base ??= href ?? null
        return
      case 'title':
        this.#inTitle = this.#title === ''
    }
  }

  #closeTag(start: number, end: number): void {
    if (end - start > tagCharsMax) return
    const tag = this.#window.slice(start, end).toLowerCase()
    if (tag === 'body' || tag === 'html') this.#inBody = false
    else if (closedTags.has(tag)) this.#openElements--
    if (tag === 'title') this.#inTitle = false
    if (tag === 'a') this.#closeAnchor()
  }

  #closeAnchor(): void {
    if (this.#openHref === null) return
    this.#add(this.#openHref, this.#openText)
    this.#openHref = null
    this.#openText = ''
  }

  #wantsText(): boolean {
    if (this.#inTitle) return this.#title.length < textCharsMax * 2
    return this.#texts && this.#openHref !== null && this.#openText.length < textCharsMax * 2
  }

  #addText(text: string): void {
    if (this.#inTitle) this.#title += text
    else this.#openText += text
  }

  #add(written: string | undefined, text: string): void {
    const href = written?.trim() ?? ''
    // A bare fragment links to the page itself, unless it is a route.
    if (href === '' || (href.startsWith('#') && !/^#!?\//.test(href))) return
    const known = this.#links.get(href)
    if (known === undefined && this.#links.size === linksMax) {
      this.#cut = true
      return
    }
    if (known === undefined || known === '') this.#links.set(href, toOneLine(text))
  }
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, textCharsMax)
}

/** The URL in the content of `<meta http-equiv="refresh">`; null if it only reloads. */
export function readMetaRefresh(content: string): string | null {
  const match = refresh.exec(content.slice(0, 4096))
  const target = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim()
  return target === '' ? null : target
}

/** The raw attribute value. */
interface RawLink {
  readonly href: string
  /** Anchor text, at most 200 characters; empty if none. */
  readonly text: string
}

/** Result of reading a page. */
interface RawLinks {
  /** Of the first `<base href>`. */
  readonly base: string | null
  /** In page order; the first text of a URL counts. */
  readonly links: readonly RawLink[]
  readonly title: string
  /** Whether there were more links than the maximum. */
  readonly cut: boolean
  /** Whether it ends within an element of its body that needs an end tag. */
  readonly open: boolean
}
