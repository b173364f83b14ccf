import { Parser } from 'htmlparser2'
import type { SitemapEntry, SitemapFile } from './sitemap-file.ts'

const depthMax = 16
const charsMax = 4096

/**
 * Reads sitemap XML while it arrives. `loc` and `lastmod` count only as direct children of `url` or `sitemap`, in the
 * sitemap's own namespace: image and video extensions have a `loc` of their own. No DTD or entity is ever expanded.
 */
export class SitemapParser {
  readonly #entries: SitemapEntry[] = []
  readonly #entriesMax: number
  readonly #parser: Parser
  readonly #path: string[] = []
  #root = ''
  /** With its colon; addresses of extensions, such as `image:loc`, stand in another namespace. */
  #prefix = ''
  #field: 'loc' | 'lastmod' | null = null
  #loc = ''
  #lastmod = ''
  #stopped = false

  /** @param entriesMax how many addresses are read; the rest of the file is left alone */
  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
    this.#parser = new Parser(
      {
        onopentagname: name => this.#open(name),
        ontext: text => this.#text(text),
        onclosetag: () => this.#close(),
      },
      { xmlMode: true },
    )
  }

  /** Nothing more will be read. */
  get stopped(): boolean {
    return this.#stopped
  }

  write(piece: string): void {
    if (!this.#stopped) this.#parser.write(piece)
  }

  end(): SitemapFile {
    if (!this.#stopped) this.#parser.end()
    if (this.#root === 'urlset') return { kind: 'pages', entries: this.#entries }
    if (this.#root === 'sitemapindex') return { kind: 'index', entries: this.#entries }
    return { kind: 'none' }
  }

  #open(written: string): void {
    if (this.#path.length === 0 && this.#root === '') {
      this.#prefix = written.slice(0, written.indexOf(':') + 1)
      this.#root = written.slice(this.#prefix.length)
      if (this.#root !== 'urlset' && this.#root !== 'sitemapindex') return this.#stop()
    }
    const name = written.startsWith(this.#prefix) ? written.slice(this.#prefix.length) : written
    this.#path.push(name)
    // No sitemap is nested like this, and the parser's own stack must not grow.
    if (this.#path.length > depthMax) return this.#stop()
    if (this.#path.length === 2 && this.#isEntry(name)) {
      this.#loc = ''
      this.#lastmod = ''
    }
    const inEntry = this.#path.length === 3 && this.#isEntry(this.#path[1])
    this.#field = inEntry && (name === 'loc' || name === 'lastmod') ? name : null
  }

  #text(text: string): void {
    if (this.#field === 'loc' && this.#loc.length < charsMax) this.#loc += text
    else if (this.#field === 'lastmod' && this.#lastmod.length < 64) this.#lastmod += text
  }

  #close(): void {
    this.#field = null
    const name = this.#path.pop()
    if (this.#path.length !== 1 || !this.#isEntry(name)) return
    const loc = this.#loc.trim()
    if (loc === '') return
    const lastmod = this.#lastmod.trim()
    this.#entries.push({ loc, lastmod: lastmod === '' ? null : lastmod.slice(0, 64) })
    this.#loc = ''
    if (this.#entries.length >= this.#entriesMax) this.#stop()
  }

  #isEntry(name: string | undefined): boolean {
    return name === (this.#root === 'urlset' ? 'url' : 'sitemap')
  }

  #stop(): void {
    this.#stopped = true
    this.#parser.pause()
  }
}
