import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { readMetaRefresh } from './meta-refresh.ts'
import type { RawLink, RawLinks } from './raw-links.ts'
import { TextWindow } from './text-window.ts'

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
const listedRelations = /(?:^|\s)(?:canonical|next|prev)(?:\s|$)/i
const alternateRelation = /(?:^|\s)alternate(?:\s|$)/i

/**
 * Reads the links of a page while it arrives. It listens to the tokenizer and keeps no tree, so nesting costs
 * nothing, and what no link is read from is never cut out of the text.
 */
export class LinkReader {
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

  readonly #texts: boolean

  /** @param texts whether the texts of anchors are wanted; only a search reads them */
  constructor(texts: boolean) {
    this.#texts = texts
    this.#tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, this.#callbacks())
  }

  write(piece: string): void {
    this.#window.write(piece)
    this.#tokenizer.write(piece)
  }

  end(): RawLinks {
    this.#tokenizer.end()
    this.#closeAnchor()
    return {
      base: this.#base,
      links: Array.from(this.#links, ([href, text]): RawLink => ({ href, text })),
      title: toOneLine(this.#title),
      cut: this.#cut,
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
    if (end - start > tagCharsMax || (this.#openHref === null && !this.#inTitle)) return
    const tag = this.#window.slice(start, end).toLowerCase()
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
    // A fragment alone leads to the page itself, unless it is a route.
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
