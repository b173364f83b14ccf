/** `node web-readability.ts COUNT`: Readability on jsdom over the articles; prints score and figures as JSON. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { peerFolder } from './install-peers.ts'
import { articleOf } from './web-article.ts'
import { wordScore } from './word-score.ts'

type DomClass = new (html: string, options: object) => { window: { document: unknown; close(): void } }
type ReaderClass = new (document: unknown) => { parse(): { textContent: string } | null }

const articles = Number(process.argv[2])
const warmUp = 20
const { JSDOM } = await load<{ JSDOM: DomClass }>('jsdom', 'lib/api.js')
const { Readability } = await load<{ Readability: ReaderClass }>('@mozilla/readability', 'index.js')

let scores = 0
let rssMegabytes = 0
let cpuBefore = process.cpuUsage()
let startedAt = performance.now()
for (let at = -warmUp; at < articles; at++) {
  if (at === 0) {
    cpuBefore = process.cpuUsage()
    startedAt = performance.now()
  }
  const { html, text } = articleOf(Math.abs(at))
  const dom = new JSDOM(html, { url: `http://127.0.0.1/article/${at}` })
  const read = new Readability(dom.window.document).parse()?.textContent ?? ''
  dom.window.close()
  if (at >= 0) scores += wordScore(read, text)
  rssMegabytes = Math.max(rssMegabytes, process.memoryUsage().rss / 2 ** 20)
}
const { user, system } = process.cpuUsage(cpuBefore)
const ms = performance.now() - startedAt
const figures = { found: articles, ms, cpuMs: (user + system) / 1000, rssMegabytes, score: scores / articles }
process.stdout.write(JSON.stringify(figures))

async function load<Module>(name: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(peerFolder(name), file)).href)) as Module
}
