import { writeFields } from './companion-files.ts'
import { pythonLiteral } from './literals.ts'
import { importsOfFiles, pythonFiles } from './python-body.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { pythonSyntax, writeValue } from './write-value.ts'

const mapNames: Readonly<Record<string, string>> = {
  search: 'search',
  sitemap: 'sitemap',
  includeSubdomains: 'include_subdomains',
  limit: 'limit',
  timeout: 'timeout',
}

const scrapeNames: Readonly<Record<string, string>> = {
  formats: 'formats',
  onlyMainContent: 'only_main_content',
  includeTags: 'include_tags',
  excludeTags: 'exclude_tags',
  headers: 'headers',
  timeout: 'timeout',
  waitFor: 'wait_for',
  mobile: 'mobile',
  removeBase64Images: 'remove_base64_images',
  maxAge: 'max_age',
  skipTlsVerification: 'skip_tls_verification',
}

// By default the SDK accepts copies that are hours old and skips certificate verification.
const scrapeDefaults = { maxAge: 0, skipTlsVerification: false }

// The console requests them to show more.
const unimportant: ReadonlySet<string> = new Set(['details', 'stream'])

/** A map or a scrape as a Python program with Firecrawl's SDK; unsupported fields are listed in a comment. */
export function toPythonFirecrawl(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const isMap = request.contract === 'map'
  const { url, ...options } = shape.asked
  const names = isMap ? mapNames : scrapeNames
  const wanted = Object.entries(isMap ? withSitemap(options) : { ...scrapeDefaults, ...withoutText(options) })
  const known = wanted.filter(([name, value]) => Object.hasOwn(names, name) && value !== null)
  const unknown = [
    ...wanted.filter(([name, value]) => !Object.hasOwn(names, name) && value !== null).map(([name]) => name),
    ...(asksForText(options) ? ['the format text'] : []),
  ].filter(name => !unimportant.has(name))
  const { written, files } = writeFields(
    known.map(([name, value]) => [names[name] ?? name, value] as const),
    {
      write: value => writeValue(value, pythonSyntax, 2),
      read: name => `json.loads(${pythonFiles.text(name)})`,
    },
  )
  const given = written.map(([name, expression]) => `        ${name}=${expression},\n`).join('')
  const remark =
    unknown.length === 0 ? '' : `    # This SDK does not support: ${unknown.map(toRemark).join(', ')}\n`
  const modules = [...(files.length > 0 ? ['import json'] : []), 'import os', 'import sys']
  return {
    code: `${[...modules, ...importsOfFiles(files)].join('\n')}

from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import FirecrawlError

client = Firecrawl(
    api_url=${pythonLiteral(request.baseUrl)},
    api_key=os.environ["SEXTANT_API_KEY"],
)
try:
${remark}    ${isMap ? 'found = client.map' : 'page = client.scrape'}(
        ${pythonLiteral(typeof url === 'string' ? url : '')},
${given}    )
except FirecrawlError as error:
    sys.exit(f"{error.status_code} {error.code}: {error}")
${printAnswer(shape)}`,
    language: 'python',
    fileName: 'request.py',
    install: 'pip install firecrawl-py',
    run: 'python3 request.py',
    files,
  }
}

// A name from the body must not end the comment.
function toRemark(name: string): string {
  return name.replace(/[^\w ]/g, '?')
}

function asksForText({ formats }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(formats) && formats.includes('text')
}

function withoutText(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!asksForText(options)) return options
  const formats = Array.isArray(options['formats']) ? options['formats'] : []
  const { formats: _, ...rest } = options
  const others = formats.filter((format: unknown) => format !== 'text')
  return others.length > 0 ? { ...rest, formats: others } : rest
}

function printAnswer({ prints, format }: Shape): string {
  if (prints === 'links') return 'for link in found.links:\n    print(link.url)\n'
  const warning = 'if page.warning:\n    print(page.warning, file=sys.stderr)\n'
  if (prints === 'raw') return `${warning}print(page.model_dump_json(exclude_none=True))\n`
  if (format === 'links') return `${warning}for link in page.links or []:\n    print(link)\n`
  const field = { html: 'html', rawHtml: 'raw_html' }[format] ?? 'markdown'
  return `${warning}print(page.${field})\n`
}

/** Map options of Firecrawl's SDKs, where one field controls the use of sitemaps. */
export function withSitemap(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { ignoreSitemap, sitemapOnly, ...rest } = options
  if (ignoreSitemap === true) return { ...rest, sitemap: 'skip' }
  return sitemapOnly === true ? { ...rest, sitemap: 'only' } : rest
}
