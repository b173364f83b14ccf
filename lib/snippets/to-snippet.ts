import { toCurl } from './curl.ts'
import { toPythonFirecrawl } from './python-firecrawl.ts'
import { toPythonOpenai } from './python-openai.ts'
import { toPythonRequests } from './python-requests.ts'
import type { Snippet, SnippetRequest } from './snippet.ts'
import { toTypescriptCohere } from './typescript-cohere.ts'
import { toTypescriptFetch } from './typescript-fetch.ts'
import { toTypescriptFirecrawl } from './typescript-firecrawl.ts'
import { toTypescriptOpenai } from './typescript-openai.ts'
import { toCurlUpload, toPythonUpload, toTypescriptUpload } from './upload.ts'

interface FlavourInfo {
  readonly label: string
  /** Contracts that it can print; null: all. */
  readonly contracts: readonly string[] | null
  readonly print: (request: SnippetRequest) => Snippet
  /** Prints what is sent as a form. */
  readonly printForm?: (request: SnippetRequest) => Snippet
}

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

/** The flavours that can print a contract's requests, with the names to show, in the order of the tab. */
export function flavoursOf(
  contract: string,
): readonly { readonly flavour: Flavour; readonly label: string }[] {
  return (Object.entries(flavours) as [Flavour, FlavourInfo][])
    .filter(([, info]) => info.contracts?.includes(contract) ?? true)
    .map(([flavour, { label }]) => ({ flavour, label }))
}

/** A whole program that sends the request; the key comes from the environment. */
export function toSnippet(request: SnippetRequest, { flavour }: { flavour: Flavour }): Snippet {
  const { print, printForm }: FlavourInfo = flavours[flavour]
  return (forms.has(request.contract) ? (printForm ?? print) : print)(request)
}
