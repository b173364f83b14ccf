import type { SentFormat } from '#components/chat/model/api-format/api-formats.ts'
import { fromSentBody } from '#components/chat/model/api-format/from-sent-body.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import { playgroundNames } from '#components/playground/handoff/model/handoff-origin.ts'
import { playgrounds } from '#lib/contracts/api/capabilities.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { readCurl } from '#lib/snippets/read-curl.ts'
import { toObject, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'

export interface OpenedCurl {
  /** Null when the command could not be parsed; the notes say why. */
  readonly draft: Draft | null
  /** One sentence each: parts that were dropped or not recognized. */
  readonly notes: readonly string[]
}

/** Every API path that a playground can open. */
const curlAddresses: Readonly<Record<string, Read>> = {
  ...ownPaths(),
  // The default that a curl command for the v2 path relies on.
  '/v2/rerank': body => ({ contract: 'rerank', body: { return_documents: false, ...body } }),
  '/v1/messages': body => readFormat(body, 'messages'),
  '/v1/responses': body => readFormat(body, 'responses'),
  '/v1/web': readWeb,
  '/v2/map': readSecondMap,
  '/v1/scrape': readFlatScrape,
  '/v2/scrape': readFlatScrape,
}

const known = Object.keys(curlAddresses).map(path => ({ id: path, path }))

/**
 * Parses a curl command into a draft of this operation; a command for another playground returns a note
 * naming it.
 */
export function openCurl(command: string, { id }: Pick<ContractInfo, 'id'>): OpenedCurl {
  const reading = readCurl(command, known)
  if (!reading.ok) return { draft: null, notes: [reading.reason] }
  const path = reading.contract
  const request = curlAddresses[path]?.(reading.body) ?? null
  if (request === null) return { draft: null, notes: [`No playground supports this request to ${path}.`] }
  const { contract, notes = [], ...draft } = request
  if (contract !== id) {
    const page = playgroundNames[contract] ?? contract
    return { draft: null, notes: [`This command calls ${path}. Paste it into the ${page} playground.`] }
  }
  return {
    draft: { contract: id, ...draft },
    notes: [
      ...(reading.keyDropped ? ['The API key in the command was removed. The console uses its own.'] : []),
      ...(reading.ignored.length > 0 ? [`Ignored: ${reading.ignored.join(', ')}.`] : []),
      ...reading.notices,
      ...notes,
    ],
  }
}

/** The path of each playground's own contract. */
function ownPaths(): Readonly<Record<string, Read>> {
  const entries = playgrounds.flatMap(({ contract, routes }) => {
    const path = new Map(Object.entries(routes)).get(contract)
    // A command that uploads names a file on the user's machine.
    return path === undefined || contract === 'upload' ? [] : [[path, toRequest(contract)] as const]
  })
  return Object.fromEntries(entries)
}

function toRequest(contract: string): Read {
  return body => ({ contract, body })
}

/** The contract id and the body that a request to a path stands for. */
type CurlRequest = Pick<Draft, 'contract' | 'body' | 'apiFormats'> & { readonly notes?: readonly string[] }

type Read = (body: Draft['body']) => CurlRequest | null

function readFormat(sent: Draft['body'], format: SentFormat): CurlRequest {
  const { body, dropped } = fromSentBody(sent, format)
  const notes =
    dropped.length === 0 ? [] : [`Left out, because a chat cannot show it: ${dropped.join(', ')}.`]
  return { contract: 'chat', body, apiFormats: [format], notes }
}

/** One path, two forms: an envelope with a `model`, or the fields of a map request. */
function readWeb(body: Draft['body']): CurlRequest | null {
  const model = toText(body['model'])
  if (model === 'scrape') return { contract: 'scrape', body }
  if (model === 'sextant-ai-search') return { contract: 'search', body }
  if (model === 'map') return { contract: 'map', body: toObject(body['params']) }
  return model === null ? { contract: 'map', body } : null
}

/** v2 has a single field for how sitemaps are used. */
function readSecondMap({ sitemap, ...body }: Draft['body']): CurlRequest {
  const said = { skip: { ignoreSitemap: true }, only: { sitemapOnly: true }, include: {} }
  const fields =
    typeof sitemap === 'string' && Object.hasOwn(said, sitemap) ? said[sitemap as keyof typeof said] : {}
  return { contract: 'map', body: { ...body, ...fields } }
}

/** Firecrawl's format: parameters at the top level, each format a name or an object with one. */
function readFlatScrape({ formats, ...params }: Draft['body']): CurlRequest {
  const names = Array.isArray(formats)
    ? formats.map((format: unknown) => (isRecord(format) ? format['type'] : format))
    : formats
  return {
    contract: 'scrape',
    body: { model: 'scrape', params: { ...params, ...(names !== undefined && { formats: names }) } },
  }
}
