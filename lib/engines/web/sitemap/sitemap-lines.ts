import type { SitemapEntry, SitemapFile } from './sitemap-file.ts'

const address = /^https?:\/\/\S+$/i
const lineCharsMax = 4096

/** Reads a text sitemap while it arrives: one absolute address a line; other lines are left out. */
export class SitemapLines {
  readonly #entries: SitemapEntry[] = []
  readonly #entriesMax: number
  #rest = ''

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get stopped(): boolean {
    return this.#entries.length >= this.#entriesMax
  }

  write(piece: string): void {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '').slice(0, lineCharsMax)
    for (const line of lines) this.#add(line)
  }

  end(): SitemapFile {
    this.#add(this.#rest)
    return this.#entries.length === 0 ? { kind: 'none' } : { kind: 'pages', entries: this.#entries }
  }

  #add(line: string): void {
    const loc = line.trim()
    if (!this.stopped && address.test(loc)) this.#entries.push({ loc, lastmod: null })
  }
}
