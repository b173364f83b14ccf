/** PDFs of the fidelity benchmark: printed by Chromium from texts that are known. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FidelityFile, fidelityCache } from './fidelity-files.ts'
import { startBrowser } from './start-browser.ts'

const printsMax = 40
const columns = ['', 'main { columns: 2 }', 'main { font-family: serif; hyphens: none; text-align: justify }']
// Pictures are not there, and their alternative texts would be printed instead.
const hidden = 'img, picture, svg, video, audio, iframe, noscript { display: none }'

/** Prints the expected articles of the pages, in one of three layouts each. */
export async function printPages(pages: readonly FidelityFile[]): Promise<FidelityFile[]> {
  const folder = join(fidelityCache, 'prints-standards-mode')
  mkdirSync(folder, { recursive: true })
  const articles = pages.filter(({ expected }) => expected?.endsWith('.html')).slice(0, printsMax)
  const prints = articles.map((page, at) => ({
    kind: 'pdf' as const,
    path: join(folder, `${page.name.replaceAll(/[^\w.-]/g, '_')}.pdf`),
    name: `print/${page.name}`,
    expected: page.expected,
    style: columns[at % columns.length] ?? '',
  }))
  const missing = prints.filter(({ path }) => !existsSync(path))
  if (missing.length === 0) return prints
  await using resources = new AsyncDisposableStack()
  const browser = await startBrowser()
  resources.defer(async () => await browser.close())
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true })
  const page = await context.newPage()
  for (const { path, expected, style } of missing) {
    const html = readFileSync(expected ?? '', 'utf8')
    await page.setContent(toPage(html, style), {
      waitUntil: 'domcontentloaded',
    })
    writeFileSync(path, await page.pdf({ format: 'A4', margin: { top: '2cm', bottom: '2cm' } }))
  }
  return prints
}

/** With a document type: without one Chromium prints the columns of a single sheet. */
function toPage(html: string, style: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${hidden} ${style}</style><main>${html}</main>`
}
