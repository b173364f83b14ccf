/**
 * `node fidelity-pages.ts ours|readability`: reads pages whose paths come as a JSON array on standard input, and
 * prints a line of JSON per page. Our extraction is loaded by its file, like its peer.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { peerFolder } from './install-peers.ts'

type Reader = (html: string) => string
type DomClass = new (html: string, options: object) => { window: { document: unknown; close(): void } }
type ReaderClass = new (document: unknown) => { parse(): { title: string; textContent: string } | null }
interface Extractor {
  readonly extractPage: (job: object) => { readonly markdown?: string }
}

const url = 'http://fakehost/test/page.html'
const readers: Readonly<Record<string, () => Promise<Reader>>> = { ours, readability }

const create = readers[process.argv[2] ?? '']
if (create === undefined) throw new Error(`Unknown reader "${process.argv[2]}".`)
const read = await create()
for (const path of z.array(z.string()).parse(JSON.parse(readFileSync(0, 'utf8')))) {
  process.stdout.write(`${JSON.stringify({ path, ...tryRead(path) })}\n`)
}

function tryRead(path: string): { text: string } | { error: string } {
  try {
    return { text: read(readFileSync(path, 'utf8')) }
  } catch (error) {
    return { error: String(error) }
  }
}

async function ours(): Promise<Reader> {
  const { extractPage } = await load<Extractor>(
    join(import.meta.dirname, '../lib/web/extract/extract-page.ts'),
  )
  const options = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }
  return text =>
    extractPage({ kind: 'html', text, url, options: { ...options, formats: ['markdown'] } }).markdown ?? ''
}

async function readability(): Promise<Reader> {
  const { JSDOM } = await load<{ JSDOM: DomClass }>(join(peerFolder('jsdom'), 'lib/api.js'))
  const { Readability } = await load<{ Readability: ReaderClass }>(
    join(peerFolder('@mozilla/readability'), 'index.js'),
  )
  return html => {
    const dom = new JSDOM(html, { url })
    const article = new Readability(dom.window.document).parse()
    dom.window.close()
    return article?.textContent ?? ''
  }
}

async function load<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module
}
