import type { SnippetRequest } from './snippet.ts'
import type { Shape } from './shape.ts'

/** Fields of a request as an SDK sees them. */
export interface SdkFields {
  /** Those that it names, by its own names. */
  readonly known: readonly (readonly [string, unknown])[]
  /** Those that it sends unchanged. */
  readonly extra: Readonly<Record<string, unknown>>
}

const chatFields: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stop',
  'n',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'user',
  'metadata',
])

const embeddingsFields: ReadonlySet<string> = new Set([
  'model',
  'input',
  'encoding_format',
  'dimensions',
  'user',
])

/**
 * Named request fields of the openai SDKs; others are sent as extra fields. Base64 is left to the SDK, which
 * requests it itself and returns numbers.
 */
export function splitFields({ contract }: SnippetRequest, { body }: Shape): SdkFields {
  const entries = Object.entries(body)
  if (contract !== 'embeddings') {
    const isKnown = ([name]: readonly [string, unknown]) => chatFields.has(name)
    return split(entries, isKnown)
  }
  const sent = entries.filter(([name, value]) => name !== 'encoding_format' || value === 'float')
  // Unlike the API, the SDK's types do not allow null here.
  return split(sent, ([name, value]) => embeddingsFields.has(name) && value !== null)
}

/** The same as arguments of Python's openai SDK. */
export function toPythonOpenaiFields(request: SnippetRequest, shape: Shape): SdkFields['known'] {
  const { known, extra } = splitFields(request, shape)
  return Object.keys(extra).length === 0 ? known : [...known, ['extra_body', extra]]
}

const cohereNames: Readonly<Record<string, string>> = {
  model: 'model',
  query: 'query',
  documents: 'documents',
  top_n: 'topN',
  rank_fields: 'rankFields',
  return_documents: 'returnDocuments',
  max_chunks_per_doc: 'maxChunksPerDoc',
}

/** Fields of a ranking for the cohere-ai SDK, whose types do not allow null. */
export function splitCohereFields({ body }: Shape): SdkFields {
  const { known, extra } = split(
    Object.entries(body),
    ([name, value]) => name in cohereNames && value !== null,
  )
  return { known: known.map(([name, value]) => [cohereNames[name] ?? name, value]), extra }
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

/** Options of a map or a scrape, without its URL, for Firecrawl's TypeScript SDK. Its types do not allow null. */
export function splitFirecrawlFields({ contract }: SnippetRequest, { asked }: Shape): SdkFields {
  const { url: _url, ...options } = asked
  if (contract !== 'map') return split(Object.entries(options), isScrapeOption)
  // The SDK drops unknown fields of a map.
  const { known } = split(
    Object.entries(withSitemap(options)),
    ([name, value]) => mapOptions.has(name) && value !== null,
  )
  return { known, extra: {} }
}

function isScrapeOption([name, value]: readonly [string, unknown]): boolean {
  if (!scrapeOptions.has(name) || value === null) return false
  return name !== 'formats' || !Array.isArray(value) || !value.includes('text')
}

/** Map options of Firecrawl's SDKs, where one field controls the use of sitemaps. */
export function withSitemap(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { ignoreSitemap, sitemapOnly, ...rest } = options
  if (ignoreSitemap === true) return { ...rest, sitemap: 'skip' }
  return sitemapOnly === true ? { ...rest, sitemap: 'only' } : rest
}

function split(
  entries: readonly (readonly [string, unknown])[],
  isKnown: (entry: readonly [string, unknown]) => boolean,
): SdkFields {
  return {
    known: entries.filter(isKnown),
    extra: Object.fromEntries(entries.filter(entry => !isKnown(entry))),
  }
}
