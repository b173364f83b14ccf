/**
 * `node web-extract.ts COUNT`: our extraction to Markdown over the articles; prints score and figures as
 * JSON. It is loaded by its file, like its peer: the whole server would also fetch and respond.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measureArticles } from './web-articles.ts'

interface Extractor {
  readonly extractPage: (job: object) => { readonly markdown?: string }
}

const file = join(import.meta.dirname, '../lib/web/extract/extract-page.ts')
const { extractPage } = (await import(pathToFileURL(file).href)) as Extractor
const all = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }
const options = { ...all, formats: ['markdown'] }

measureArticles(Number(process.argv[2]), (text, url) => {
  return extractPage({ kind: 'html', text, url, options }).markdown ?? ''
})
