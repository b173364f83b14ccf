import { writeFields } from './companion-files.ts'
import { typescriptLiteral } from './literals.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { importOfFiles, typescriptFiles } from './typescript-body.ts'
import { withSitemap } from './with-sitemap.ts'
import { typescriptSyntax, writeValue } from './write-value.ts'

const mapOptions: ReadonlySet<string> = new Set([
  'search',
  'includeSubdomains',
  'limit',
  'timeout',
  'sitemap',
])
const scrapeOptions: ReadonlySet<string> = new Set([
  'formats',
  'headers',
  'includeTags',
  'excludeTags',
  'onlyMainContent',
  'timeout',
  'waitFor',
  'mobile',
  'skipTlsVerification',
  'removeBase64Images',
  'maxAge',
])

/** A map or a scrape as a TypeScript program with Firecrawl's SDK, which sends it in its own form. */
export function toTypescriptFirecrawl(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { url, ...options } = shape.asked
  const isMap = request.contract === 'map'
  const entries = Object.entries(isMap ? withSitemap(options) : options)
  const { written, files } = writeFields(entries.filter(isMap ? isMapOption : isScrapeOption), {
    write: value => writeValue(value, typescriptSyntax, 2),
    read: name => `JSON.parse(${typescriptFiles.text(name)})`,
  })
  const given = written.map(([name, expression]) => `    ${name}: ${expression},\n`).join('')
  // Of a page the SDK sends what it does not know as it is; of a map it leaves that out.
  const extra = isMap ? [] : entries.filter(entry => !isScrapeOption(entry))
  const others =
    extra.length === 0
      ? ''
      : `    ...(${writeValue(Object.fromEntries(extra), typescriptSyntax, 2)} as object),\n`
  const address = typescriptLiteral(typeof url === 'string' ? url : '')
  return {
    code: `${files.length > 0 ? importOfFiles : ''}import { Firecrawl, SdkError } from '@mendable/firecrawl-js'

const client = new Firecrawl({
  apiUrl: ${typescriptLiteral(request.baseUrl)},
  apiKey: process.env.SEXTANT_API_KEY ?? null,
})
try {
  ${shape.prints === 'links' ? 'const { links } = await client.map' : 'const page = await client.scrape'}(${address}, {
${given}${others}  })
${printAnswer(shape)}} catch (error) {
  if (!(error instanceof SdkError)) throw error
  console.error(\`\${error.status} \${error.code}: \${error.message}\`)
  process.exit(1)
}
`,
    language: 'typescript',
    fileName: 'request.mts',
    install: 'npm install @mendable/firecrawl-js',
    run: 'node request.mts',
    files,
  }
}

// Its types know no null.
function isMapOption([name, value]: readonly [string, unknown]): boolean {
  return mapOptions.has(name) && value !== null
}

function isScrapeOption([name, value]: readonly [string, unknown]): boolean {
  if (!scrapeOptions.has(name) || value === null) return false
  return name !== 'formats' || !Array.isArray(value) || !value.includes('text')
}

function printAnswer({ prints, format }: Shape): string {
  if (prints === 'links') return '  for (const { url } of links) console.log(url)\n'
  const warning = '  if (page.warning) console.error(page.warning)\n'
  if (prints === 'raw') return `${warning}  console.log(JSON.stringify(page))\n`
  if (format === 'text') return `${warning}  console.log((page as { text?: string }).text)\n`
  return format === 'links'
    ? `${warning}  for (const link of page.links ?? []) console.log(link)\n`
    : `${warning}  console.log(page.${format})\n`
}
