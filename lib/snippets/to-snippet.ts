import type { PlaygroundContract } from '#lib/contracts/api/capabilities.ts'
import { toPythonFirecrawl, withSitemap } from './python-firecrawl.ts'
import { toPythonRequests, printPythonVector } from './python-requests.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { toTypescriptFetch } from './typescript-fetch.ts'
import { toTypescriptOpenai } from './typescript-openai.ts'
import { toCurlUpload, toPythonUpload, toTypescriptUpload } from './upload.ts'
import { hasInlineFile, printedLengthMax, withCompanionFiles, writeFields } from './companion-files.ts'
import { shellLiteral, typescriptLiteral, pythonLiteral } from './literals.ts'
import { shapeOf, type Shape } from './shape.ts'
import { printTypescriptHit } from './typescript-answers.ts'
import { importOfFiles, typescriptFiles } from './typescript-body.ts'
import { typescriptSyntax, writeValue, pythonSyntax } from './write-value.ts'
import { splitFields } from './openai-fields.ts'
import { importsOfFiles, pythonFiles } from './python-body.ts'

interface FlavourInfo {
  readonly label: string
  /** Supported contracts; null: all. */
  readonly contracts: readonly PlaygroundContract[] | null
  readonly print: (request: SnippetRequest) => Snippet
  /** Whether it prints form requests. */
  readonly printForm?: (request: SnippetRequest) => Snippet
}

// The last event distinguishes a complete response from an error and a lost connection.
const untilDone = `(
  complete=
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\\n' "$line"
    case $line in 'data: [DONE]'*) complete=1 ;; esac
  done
  [ "$complete" ] || { echo 'The response is incomplete.' >&2; exit 1; }
)
`

const sdkNames: Readonly<Record<string, string>> = {
  model: 'model',
  query: 'query',
  documents: 'documents',
  top_n: 'topN',
  rank_fields: 'rankFields',
  return_documents: 'returnDocuments',
  max_chunks_per_doc: 'maxChunksPerDoc',
}

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

const flavours = {
  curl: { label: 'curl', contracts: null, print: toCurl, printForm: toCurlUpload },
  'python-openai': { label: 'Python · openai', contracts: ['chat', 'embeddings'], print: toPythonOpenai },
  'python-firecrawl': {
    label: 'Python · firecrawl-py',
    contracts: ['map', 'scrape'],
    print: toPythonFirecrawl,
  },
  'python-requests': {
    label: 'Python · requests',
    contracts: null,
    print: toPythonRequests,
    printForm: toPythonUpload,
  },
  'typescript-openai': {
    label: 'TypeScript · openai',
    contracts: ['chat', 'embeddings'],
    print: toTypescriptOpenai,
  },
  'typescript-cohere': {
    label: 'TypeScript · cohere-ai',
    contracts: ['rerank'],
    print: toTypescriptCohere,
  },
  'typescript-firecrawl': {
    label: 'TypeScript · firecrawl-js',
    contracts: ['map', 'scrape'],
    print: toTypescriptFirecrawl,
  },
  'typescript-fetch': {
    label: 'TypeScript · fetch',
    contracts: null,
    print: toTypescriptFetch,
    printForm: toTypescriptUpload,
  },
} satisfies Record<string, FlavourInfo>

export type Flavour = keyof typeof flavours

const forms: ReadonlySet<string> = new Set(['upload', 'transcription'])

/** Flavors for a contract's requests, with display names, in tab order. */
export function flavoursOf(
  contract: string,
): readonly { readonly flavour: Flavour; readonly label: string }[] {
  return (Object.entries(flavours) as [Flavour, FlavourInfo][])
    .filter(([, info]) => info.contracts?.some(each => each === contract) ?? true)
    .map(([flavour, { label }]) => ({ flavour, label }))
}

/** A complete program that sends the request; the key comes from the environment. */
export function toSnippet(request: SnippetRequest, { flavour }: { flavour: Flavour }): Snippet {
  const { print, printForm }: FlavourInfo = flavours[flavour]
  return (forms.has(request.contract) ? (printForm ?? print) : print)(request)
}

/** The request as a curl command for any POSIX shell; the response is printed as it is. */
function toCurl(request: SnippetRequest): Snippet {
  const { streams } = shapeOf(request)
  // Linux limits an argument to 128 KiB, and readers to much less.
  const inFile = request.body.length > printedLengthMax || hasInlineFile(JSON.parse(request.body))
  const command = [
    `curl ${streams ? '-sSN' : '-sS --fail-with-body'} ${shellLiteral(request.baseUrl + request.path)}`,
    '-H "Authorization: Bearer $SEXTANT_API_KEY"',
    "-H 'Content-Type: application/json'",
    String.raw`-w '%{stderr}\nHTTP %{http_code} %header{x-request-id}\n'`,
    inFile ? '--data-binary @body.json' : `--data-raw ${shellLiteral(request.body)}`,
  ].join(' \\\n  ')
  return {
    // Parentheses set the exit status without closing the terminal in which this is pasted.
    code: streams ? `${command} |\n${untilDone}` : `${command} || (exit 1)\n`,
    language: 'bash',
    fileName: 'request.sh',
    install: null,
    run: 'sh request.sh',
    files: inFile ? [{ name: 'body.json', binary: false, content: request.body }] : [],
  }
}

/** A ranking as a TypeScript program with the cohere-ai SDK, which sends the same JSON. */
function toTypescriptCohere(request: SnippetRequest): Snippet {
  const { body } = shapeOf(request)
  const { syntax, files: media } = withCompanionFiles(typescriptSyntax, typescriptFiles)
  // The SDK sends unknown fields unchanged; its types do not allow null.
  const isKnown = ([name, value]: readonly [string, unknown]) => name in sdkNames && value !== null
  const entries = Object.entries(body)
  const extra = Object.fromEntries(entries.filter(entry => !isKnown(entry)))
  const { written, files: lists } = writeFields(entries.filter(isKnown), {
    write: value => writeValue(value, syntax, 2),
    read: name => `JSON.parse(${typescriptFiles.text(name)})`,
  })
  const given = written.map(([name, expression]) => `    ${sdkNames[name]}: ${expression},\n`).join('')
  const others =
    Object.keys(extra).length === 0 ? '' : `    ...(${writeValue(extra, syntax, 2)} as object),\n`
  const files = [...media, ...lists]
  return {
    code: `${files.length > 0 ? importOfFiles : ''}import { CohereClient, CohereError } from 'cohere-ai'

const client = new CohereClient({
  environment: ${typescriptLiteral(request.baseUrl)},
  token: process.env.SEXTANT_API_KEY,
})
try {
  const { results } = await client.rerank({
${given}${others}  })
  for (const [place, { index, relevanceScore: score, document }] of results.entries()) {
${printTypescriptHit('    ')}  }
} catch (error) {
  if (!(error instanceof CohereError)) throw error
  const requestId = error.rawResponse?.headers.get('x-request-id')
  console.error(\`\${error.statusCode} (\${requestId}): \${JSON.stringify(error.body)}\`)
  process.exit(1)
}
`,
    language: 'typescript',
    fileName: 'request.mts',
    install: 'npm install cohere-ai',
    run: 'node request.mts',
    files,
  }
}

/** A map or a scrape as a TypeScript program with Firecrawl's SDK, which sends its own format. */
function toTypescriptFirecrawl(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { url, ...options } = shape.asked
  const isMap = request.contract === 'map'
  const entries = Object.entries(isMap ? withSitemap(options) : options)
  const { written, files } = writeFields(entries.filter(isMap ? isMapOption : isScrapeOption), {
    write: value => writeValue(value, typescriptSyntax, 2),
    read: name => `JSON.parse(${typescriptFiles.text(name)})`,
  })
  const given = written.map(([name, expression]) => `    ${name}: ${expression},\n`).join('')
  // For a scrape the SDK sends unknown fields unchanged; for a map it drops them.
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

// Its types do not allow null.
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

/** A request as a Python program with the openai SDK, which sends the same JSON. */
function toPythonOpenai(request: SnippetRequest): Snippet {
  const shape = shapeOf(request)
  const { syntax, files: media } = withCompanionFiles(pythonSyntax, pythonFiles)
  const { known, extra } = splitFields(request, shape)
  const { written, files: lists } = writeFields(
    [...known, ...(Object.keys(extra).length > 0 ? [['extra_body', extra] as const] : [])],
    {
      write: value => writeValue(value, syntax, 2),
      read: name => `json.loads(${pythonFiles.text(name)})`,
    },
  )
  const files = [...media, ...lists]
  const given = written.map(([name, expression]) => `        ${name}=${expression},\n`).join('')
  const modules = importsOfFiles(files)
  const json = lists.length > 0 ? ['import json'] : []
  const standard = [...modules.filter(each => each.startsWith('import')), ...json, 'import os', 'import sys']
  const code = `${[...standard, ...modules.filter(each => each.startsWith('from'))].join('\n')}

from openai import APIError, OpenAI

client = OpenAI(
    base_url=${pythonLiteral(`${request.baseUrl}/v1`)},
    api_key=os.environ["SEXTANT_API_KEY"],
)
${shape.streams ? 'request_id = None\n' : ''}try:
    ${call(shape)}(
${given}    )
${shape.streams ? printStream(shape) : pythonOpenaiPrintAnswer(shape)}except APIError as error:
    status = getattr(error, "status_code", "stream")
    sys.exit(f"{status} {error.code} ({getattr(error, 'request_id', ${shape.streams ? 'request_id' : 'None'})}): {error.message}")
`
  return {
    code,
    language: 'python',
    fileName: 'request.py',
    install: 'pip install openai',
    run: 'python3 request.py',
    files,
  }
}

function call({ prints, streams }: Shape): string {
  if (prints === 'vectors') return 'embeddings = client.embeddings.create'
  return `${streams ? 'stream' : 'completion'} = client.chat.completions.create`
}

function pythonOpenaiPrintAnswer({ prints, tools }: Shape): string {
  if (prints === 'vectors') {
    return `    for item in embeddings.data:
${printPythonVector('        ', 'item.index', 'item.embedding')}`
  }
  return `    for choice in completion.choices:
        if choice.message.content:
            print(choice.message.content)
${
  tools
    ? `        for call in choice.message.tool_calls or []:
            print(call.function.name, call.function.arguments)
`
    : ''
}`
}

function printStream({ prints, tools }: Shape): string {
  return `    request_id = stream.response.headers.get("x-request-id")
    finished = False
    for event in stream:
${prints === 'raw' ? '        print(event.to_json(indent=None), flush=True)\n' : ''}        for choice in event.choices:
            finished = finished or choice.finish_reason is not None
${prints === 'raw' ? '' : printDelta(tools)}    if not finished:
        sys.exit(f"\\nThe response is incomplete ({request_id}).")
${prints === 'raw' ? '' : '    print()\n'}`
}

function printDelta(tools: boolean): string {
  return `            print(choice.delta.content or "", end="", flush=True)
${
  tools
    ? `            for call in choice.delta.tool_calls or []:
                if call.function.name:
                    print(f"\\n{call.function.name} ", end="")
                print(call.function.arguments or "", end="", flush=True)
`
    : ''
}`
}
