import { pythonLiteral } from './literals.ts'
import { writeImports, writePythonArguments } from './python-body.ts'
import { withSitemap } from './sdk-fields.ts'
import { shapeOf, type Shape } from './shape.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'

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

/** A map or a scrape with Firecrawl's SDK alone; unsupported fields are listed in a comment. */
export function toShortPythonFirecrawl(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { call, address, given, imports, files, remark } = writeCall(request, shape, 1)
  return {
    ...program,
    files,
    code: `${writeImports([...imports, 'import os', 'from firecrawl import Firecrawl'])}

client = Firecrawl(api_url=${pythonLiteral(request.baseUrl)}, api_key=os.environ["SEXTANT_API_KEY"])

${remark === null ? '' : `${remark}\n`}${call}(
    ${address},
${given})
${printContent(shape)}`,
  }
}

/** The same with error handling. */
export function toPythonFirecrawl(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { call, address, given, imports, files, remark } = writeCall(request, shape, 2)
  return {
    ...program,
    files,
    code: `${writeImports([...imports, 'import os', 'import sys'])}

from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import FirecrawlError

client = Firecrawl(
    api_url=${pythonLiteral(request.baseUrl)},
    api_key=os.environ["SEXTANT_API_KEY"],
)
try:
${remark === null ? '' : `    ${remark}\n`}    ${call}(
        ${address},
${given}    )
except FirecrawlError as error:
    sys.exit(f"{error.status_code} {error.code}: {error}")
${printWarning(shape)}${printContent(shape)}`,
  }
}

const program = {
  language: 'python',
  fileName: 'request.py',
  install: 'pip install firecrawl-py',
  run: 'python3 request.py',
} as const satisfies Partial<Snippet>

/** The call of the SDK, its arguments at an indentation level. */
function writeCall(request: SnippetRequest, { asked }: Shape, depth: number) {
  const isMap = request.contract === 'map'
  const { url, ...options } = asked
  const names = isMap ? mapNames : scrapeNames
  const wanted = Object.entries(isMap ? withSitemap(options) : { ...scrapeDefaults, ...withoutText(options) })
  const known = wanted.filter(([name, value]) => Object.hasOwn(names, name) && value !== null)
  const unknown = [
    ...wanted.filter(([name, value]) => !Object.hasOwn(names, name) && value !== null).map(([name]) => name),
    ...(asksForText(options) ? ['the format text'] : []),
  ].filter(name => !unimportant.has(name))
  const fields = known.map(([name, value]) => [names[name] ?? name, value] as const)
  return {
    ...writePythonArguments(fields, depth),
    call: isMap ? 'found = client.map' : 'page = client.scrape',
    address: pythonLiteral(typeof url === 'string' ? url : ''),
    remark: unknown.length === 0 ? null : `# This SDK does not support: ${unknown.map(toRemark).join(', ')}`,
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

function printWarning({ prints }: Shape): string {
  return prints === 'links' ? '' : 'if page.warning:\n    print(page.warning, file=sys.stderr)\n'
}

function printContent({ prints, format }: Shape): string {
  if (prints === 'links') return 'for link in found.links:\n    print(link.url)\n'
  if (prints === 'raw') return 'print(page.model_dump_json(exclude_none=True))\n'
  if (format === 'links') return 'for link in page.links or []:\n    print(link)\n'
  const field = { html: 'html', rawHtml: 'raw_html' }[format] ?? 'markdown'
  return `print(page.${field})\n`
}
