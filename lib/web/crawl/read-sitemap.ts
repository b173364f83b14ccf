import { Parser } from 'htmlparser2'
import { ApiError } from '#lib/errors.ts'
import { limitBytes } from '#lib/limit-bytes.ts'
import { readText } from '#lib/web/extract/read-text.ts'
import { gunzip } from '#lib/web/fetch/gunzip.ts'
import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'

/** A URL in a sitemap, as written. */
export interface SitemapEntry {
  readonly loc: string
  /** As written; null if absent. */
  readonly lastmod: string | null
}

/** Result of reading one file. */
export type SitemapFile =
  | { readonly kind: 'pages'; readonly entries: readonly SitemapEntry[] }
  | { readonly kind: 'index'; readonly entries: readonly SitemapEntry[] }
  /** Such as a page that says "not found" with status 200. */
  | { readonly kind: 'none' }

interface ReadSitemapOptions {
  /** Maximum number of URLs. */
  readonly entriesMax: number
  /** Maximum of decompressed bytes. */
  readonly bytesMax: number
  /** Counts decompressed bytes; false when no more may be read. */
  readonly spend: (bytes: number) => boolean
  readonly signal: AbortSignal
}

/**
 * Reads a sitemap, an index or a text sitemap from a response as it arrives, compressed or not.
 * @returns the part that was read, and whether the file is longer or incomplete
 * @throws the signal's reason
 */
export async function readSitemap(
  response: SafeResponse,
  options: ReadSitemapOptions,
): Promise<{ readonly file: SitemapFile; readonly cut: boolean }> {
  const { entriesMax, signal } = options
  let reader: SitemapParser | SitemapLines | null = null
  let broken = false
  try {
    for await (const piece of readText(response, { body: inflateBody(response.body, options) })) {
      // The whole body may be here already, so that nothing else would notice.
      signal.throwIfAborted()
      const text: string = reader === null ? piece.trimStart() : piece
      if (text === '') continue
      reader ??= text.startsWith('<') ? new SitemapParser(entriesMax) : new SitemapLines(entriesMax)
      reader.write(text)
      if (reader.stopped) break
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ApiError)) throw error
    broken = true
    if (reader instanceof SitemapLines) reader.dropLine()
  }
  if (reader === null) return { file: { kind: 'none' }, cut: false }
  const cut = broken || reader.stopped || !reader.complete
  const file = reader.end()
  return { file, cut: cut && file.kind !== 'none' }
}

/**
 * Decompresses a body if it is gzip, whatever its name or type: a `.gz` may be plain, and an `.xml` compressed.
 * Decompressed bytes are limited.
 * @throws ApiError `fetch_failed` above the limits
 */
async function* inflateBody(
  body: AsyncIterable<Buffer>,
  { bytesMax, spend }: ReadSitemapOptions,
): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]()
  try {
    let head = Buffer.alloc(0)
    while (head.length < 2) {
      const next = await source.next()
      if (next.done === true) break
      head = Buffer.concat([head, next.value])
    }
    const whole = rejoin(head, source)
    const plain = head[0] === 0x1f && head[1] === 0x8b ? gunzip(whole) : whole
    const tooLarge = () => new ApiError('fetch_failed', `The sitemap exceeds ${bytesMax} bytes.`)
    for await (const part of limitBytes(plain, bytesMax, tooLarge)) {
      if (!spend(part.length)) throw new ApiError('fetch_failed', 'The sitemaps of the site are too large.')
      yield part
    }
  } finally {
    await source.return?.()
  }
}

async function* rejoin(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}

// Longer ones are not listed; with blanks around them they may be.
const urlCharsMax = 4096
const absoluteUrl = /^https?:\/\/\S+$/i

/** Reads a text sitemap as it arrives: one absolute URL per line; other lines are skipped. */
class SitemapLines {
  readonly #entries: SitemapEntry[] = []
  readonly #entriesMax: number
  #rest = ''

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax
  }

  get stopped(): boolean {
    return this.#entries.length >= this.#entriesMax
  }

  /** Whether the file has its end, which lines cannot tell. */
  readonly complete = true

  write(piece: string): void {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '').slice(0, urlCharsMax)
    for (const line of lines) this.#add(line)
  }

  /** Half of a URL is another URL. */
  dropLine(): void {
    this.#rest = ''
  }

  end(): SitemapFile {
    this.#add(this.#rest)
    return this.#entries.length === 0 ? { kind: 'none' } : { kind: 'pages', entries: this.#entries }
  }

  #add(line: string): void {
    const loc = line.trim()
    if (!this.stopped && absoluteUrl.test(loc)) this.#entries.push({ loc, lastmod: null })
  }
}

const depthMax = 16
// A date with a time and its zone is half as long.
const lastmodCharsMax = 64

/**
 * Parses sitemap XML as it arrives. `loc` and `lastmod` count only as direct children of `url` or `sitemap`, in
 * the sitemap's own namespace: image and video extensions have their own `loc`. DTDs and entities are never
 * expanded.
 */
class SitemapParser {
  readonly #entries: SitemapEntry[] = []
  readonly #entriesMax: number
  readonly #parser: Parser
  readonly #path: string[] = []
  #root = ''
  /** With its colon; URLs of extensions, such as `image:loc`, have another namespace. */
  #prefix = ''
  #field: 'loc' | 'lastmod' | null = null
  #loc = ''
  #lastmod = ''
  #stopped = false

  /** @param entriesMax maximum number of URLs; the rest of the file is skipped */
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

  /** Reading has stopped. */
  get stopped(): boolean {
    return this.#stopped
  }

  /** Whether the root was closed. */
  get complete(): boolean {
    return this.#path.length === 0
  }

  write(piece: string): void {
    if (!this.#stopped) this.#parser.write(piece)
  }

  end(): SitemapFile {
    // As in the other reader, half of a URL is dropped.
    if (this.#field === 'loc') this.#loc = ''
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
    // No valid sitemap is nested this deep, and the parser's stack must not grow.
    if (this.#path.length > depthMax) return this.#stop()
    if (this.#path.length === 2 && this.#isEntry(name)) {
      this.#loc = ''
      this.#lastmod = ''
    }
    const inEntry = this.#path.length === 3 && this.#isEntry(this.#path[1])
    this.#field = inEntry && (name === 'loc' || name === 'lastmod') ? name : null
  }

  #text(text: string): void {
    if (this.#field === 'loc' && this.#loc.length < urlCharsMax) this.#loc += text
    else if (this.#field === 'lastmod' && this.#lastmod.length < lastmodCharsMax) this.#lastmod += text
  }

  #close(): void {
    this.#field = null
    const name = this.#path.pop()
    if (this.#path.length !== 1 || !this.#isEntry(name)) return
    const loc = this.#loc.trim()
    if (loc === '') return
    const lastmod = this.#lastmod.trim()
    this.#entries.push({ loc, lastmod: lastmod === '' ? null : lastmod.slice(0, lastmodCharsMax) })
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
