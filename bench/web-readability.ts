/** `node web-readability.ts COUNT`: Readability on jsdom over the articles; prints score and figures as JSON. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { peerFolder } from './install-peers.ts'
import { measureArticles } from './web-articles.ts'

type DomClass = new (html: string, options: object) => { window: { document: unknown; close(): void } }
type ReaderClass = new (document: unknown) => { parse(): { textContent: string } | null }

const { JSDOM } = await load<{ JSDOM: DomClass }>('jsdom', 'lib/api.js')
const { Readability } = await load<{ Readability: ReaderClass }>('@mozilla/readability', 'index.js')

measureArticles(Number(process.argv[2]), (html, url) => {
  const dom = new JSDOM(html, { url })
  const read = new Readability(dom.window.document).parse()?.textContent ?? ''
  dom.window.close()
  return read
})

async function load<Module>(name: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(peerFolder(name), file)).href)) as Module
}
