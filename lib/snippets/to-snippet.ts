import { toCurl, toShortCurl } from './curl.ts'
import { pythonLiteral, typescriptLiteral } from './literals.ts'
import { writeImports, writePythonArguments } from './python-body.ts'
import { toPythonFirecrawl, toShortPythonFirecrawl } from './python-firecrawl.ts'
import { printPythonVector, toPythonRequests } from './python-requests.ts'
import { splitCohereFields, splitFirecrawlFields, toPythonOpenaiFields } from './sdk-fields.ts'
import { shapeOf, type Shape } from './shape.ts'
import { toShortPythonOpenai, toShortPythonRequests } from './short-python.ts'
import {
  toShortTypescriptCohere,
  toShortTypescriptFetch,
  toShortTypescriptFirecrawl,
  toShortTypescriptOpenai,
} from './short-typescript.ts'
import { toPythonAnthropic, toShortPythonAnthropic } from './messages/python-anthropic.ts'
import { toShortTypescriptAnthropic, toTypescriptAnthropic } from './messages/typescript-anthropic.ts'
import { toPythonResponses, toShortPythonResponses } from './responses/python-responses.ts'
import { toShortTypescriptResponses, toTypescriptResponses } from './responses/typescript-responses.ts'
import type { Snippet, SnippetContract, SnippetRequest } from './snippet.ts'
import { printTypescriptHit } from './typescript-answers.ts'
import { importOfFiles, writeTypescriptFields } from './typescript-body.ts'
import { toTypescriptFetch } from './typescript-fetch.ts'
import { toTypescriptOpenai } from './typescript-openai.ts'
import {
  toCurlUpload,
  toPythonUpload,
  toShortCurlUpload,
  toShortPythonUpload,
  toShortTypescriptUpload,
  toTypescriptUpload,
} from './upload.ts'

interface FlavourInfo {
  readonly language: 'curl' | 'Python' | 'TypeScript'
  /** Null if the language has only one. */
  readonly library: string | null
  /** Supported contracts; null: all. */
  readonly contracts: readonly SnippetContract[] | null
  /** Contracts whose responses it does not print. */
  readonly lacks?: readonly SnippetContract[]
  readonly json: Printers
  /** Prints form requests. */
  readonly form?: Printers
  /** Prints requests of the Responses API. */
  readonly responses?: Printers
}

interface Printers {
  /** The call alone. */
  readonly short: (request: SnippetRequest) => Snippet
  /** The call with error handling. */
  readonly whole: (request: SnippetRequest) => Snippet
}

const flavours = {
  curl: {
    language: 'curl',
    library: null,
    contracts: null,
    json: { short: toShortCurl, whole: toCurl },
    form: { short: toShortCurlUpload, whole: toCurlUpload },
  },
  'python-openai': {
    language: 'Python',
    library: 'OpenAI SDK',
    contracts: ['chat', 'responses', 'embeddings'],
    json: { short: toShortPythonOpenai, whole: toPythonOpenai },
    responses: { short: toShortPythonResponses, whole: toPythonResponses },
  },
  'python-anthropic': {
    language: 'Python',
    library: 'Anthropic SDK',
    contracts: ['messages'],
    json: { short: toShortPythonAnthropic, whole: toPythonAnthropic },
  },
  'python-firecrawl': {
    language: 'Python',
    library: 'Firecrawl SDK',
    contracts: ['map', 'scrape'],
    json: { short: toShortPythonFirecrawl, whole: toPythonFirecrawl },
  },
  'python-requests': {
    language: 'Python',
    library: 'requests',
    contracts: null,
    lacks: ['messages', 'responses'],
    json: { short: toShortPythonRequests, whole: toPythonRequests },
    form: { short: toShortPythonUpload, whole: toPythonUpload },
  },
  'typescript-openai': {
    language: 'TypeScript',
    library: 'OpenAI SDK',
    contracts: ['chat', 'responses', 'embeddings'],
    json: { short: toShortTypescriptOpenai, whole: toTypescriptOpenai },
    responses: { short: toShortTypescriptResponses, whole: toTypescriptResponses },
  },
  'typescript-anthropic': {
    language: 'TypeScript',
    library: 'Anthropic SDK',
    contracts: ['messages'],
    json: { short: toShortTypescriptAnthropic, whole: toTypescriptAnthropic },
  },
  'typescript-cohere': {
    language: 'TypeScript',
    library: 'Cohere SDK',
    contracts: ['rerank'],
    json: { short: toShortTypescriptCohere, whole: toTypescriptCohere },
  },
  'typescript-firecrawl': {
    language: 'TypeScript',
    library: 'Firecrawl SDK',
    contracts: ['map', 'scrape'],
    json: { short: toShortTypescriptFirecrawl, whole: toTypescriptFirecrawl },
  },
  'typescript-fetch': {
    language: 'TypeScript',
    library: 'fetch',
    contracts: null,
    lacks: ['messages', 'responses'],
    json: { short: toShortTypescriptFetch, whole: toTypescriptFetch },
    form: { short: toShortTypescriptUpload, whole: toTypescriptUpload },
  },
} satisfies Record<string, FlavourInfo>

export type Flavour = keyof typeof flavours

export interface FlavourChoice {
  readonly flavour: Flavour
  readonly language: FlavourInfo['language']
  readonly library: string | null
  /** Language and library. */
  readonly label: string
}

const forms: ReadonlySet<string> = new Set(['upload', 'transcription'])

/** Flavors for a contract's requests, with display names, in tab order. */
export function flavoursOf(contract: string): readonly FlavourChoice[] {
  return (Object.entries(flavours) as [Flavour, FlavourInfo][])
    .filter(
      ([, { contracts, lacks = [] }]) =>
        (contracts?.some(each => each === contract) ?? true) && !lacks.some(each => each === contract),
    )
    .map(([flavour, { language, library }]) => ({
      flavour,
      language,
      library,
      label: library === null ? language : `${language} · ${library}`,
    }))
}

/** The selected flavor if it supports the contract, else the first one in its language, else curl. */
export function flavourFor(contract: string, value: string | null): Flavour {
  const all = flavoursOf(contract)
  const language = Object.entries<FlavourInfo>(flavours).find(([flavour]) => flavour === value)?.[1].language
  const chosen = all.find(({ flavour }) => flavour === value) ?? all.find(each => each.language === language)
  return chosen?.flavour ?? 'curl'
}

/**
 * A program that sends the request and prints the response; the key comes from the environment. By default it is the
 * call alone; with error handling it also prints status, code and request ID of an error, notices an incomplete
 * response, and exits 1.
 */
export function toSnippet(
  request: SnippetRequest,
  { flavour, handlesErrors = false }: { flavour: Flavour; handlesErrors?: boolean },
): Snippet {
  return printersOf(flavours[flavour], request.contract)[handlesErrors ? 'whole' : 'short'](request)
}

function printersOf({ json, form = json, responses = json }: FlavourInfo, contract: string): Printers {
  if (forms.has(contract)) return form
  return contract === 'responses' ? responses : json
}

/** A ranking as a TypeScript program with the cohere-ai SDK, which sends the same JSON. */
function toTypescriptCohere(request: SnippetRequest): Snippet {
  const { given, files } = writeTypescriptFields(splitCohereFields(shapeOf(request)), 2)
  return {
    code: `${files.length > 0 ? importOfFiles : ''}import { CohereClient, CohereError } from 'cohere-ai'

const client = new CohereClient({
  environment: ${typescriptLiteral(request.baseUrl)},
  token: process.env.SEXTANT_API_KEY,
})
try {
  const { results } = await client.rerank({
${given}  })
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
  const { given, files } = writeTypescriptFields(splitFirecrawlFields(request, shape), 2)
  const url = shape.asked['url']
  const address = typescriptLiteral(typeof url === 'string' ? url : '')
  return {
    code: `${files.length > 0 ? importOfFiles : ''}import { Firecrawl, SdkError } from '@mendable/firecrawl-js'

const client = new Firecrawl({
  apiUrl: ${typescriptLiteral(request.baseUrl)},
  apiKey: process.env.SEXTANT_API_KEY ?? null,
})
try {
  ${shape.prints === 'links' ? 'const { links } = await client.map' : 'const page = await client.scrape'}(${address}, {
${given}  })
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
  const { given, imports, files } = writePythonArguments(toPythonOpenaiFields(request, shape), 2)
  const code = `${writeImports([...imports, 'import os', 'import sys'])}

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
