import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { ReceivedResponse, Run } from '#lib/client/run.ts'
import { readRunUsage } from '#components/playground/run/model/run-usage.ts'
import { toPlainTitle } from '#lib/client/plain-title.ts'

/** The result of a scrape by format; null: not requested or missing. */
export interface PageContent {
  readonly markdown: string | null
  readonly text: string | null
  readonly html: string | null
  readonly rawHtml: string | null
  readonly links: readonly string[] | null
  /** A data URL of a PNG image. */
  readonly screenshot: string | null
  readonly metadata: JsonObject
}

/** A page as a list shows it. */
export interface PageSummary {
  /** Fits on one line; empty without a title. */
  readonly title: string
  /** After redirects; null when the response has none. */
  readonly address: string | null
  /** HTTP status of the page; null when the response has none. */
  readonly status: number | null
  readonly warning: string | null
  readonly tokens: number | null
  /** Above a million characters the API counts a part and extrapolates. */
  readonly tokensEstimated: boolean
}

const countedCharactersMax = 1_000_000
const summaries = new WeakMap<ReceivedResponse, PageSummary>()

/** The formats of a response; null without one. A response may be megabytes: cache the result. */
export function readPage({ response }: Run): PageContent | null {
  const data = readData(response)
  if (data === null) return null
  const screenshot = toText(data['screenshot'])
  const links = data['links']
  return {
    markdown: toText(data['markdown']),
    text: toText(data['text']),
    html: toText(data['html']),
    rawHtml: toText(data['rawHtml']),
    links: Array.isArray(links) ? toList(links).filter(link => typeof link === 'string') : null,
    screenshot: screenshot?.startsWith('data:image/png;base64,') ? screenshot : null,
    metadata: toObject(data['metadata']),
  }
}

/** The summary of a page; null without a response that contains one. */
export function summarisePage(run: Run): PageSummary | null {
  const { response } = run
  if (run.state !== 'done' || response === null) return null
  const known = summaries.get(response)
  if (known) return known
  const data = readData(response)
  if (data === null) return null
  const metadata = toObject(data['metadata'])
  const counted = toText(data['markdown']) ?? toText(data['text'])
  const warning = toText(data['warning'])
  const summary: PageSummary = {
    title: toPlainTitle(toText(metadata['title']) ?? ''),
    address: toText(metadata['url']),
    status: toNumber(metadata['statusCode']),
    warning: warning === null ? null : toPlainTitle(warning),
    // Without Markdown and text the API counted nothing, which differs from zero.
    tokens: counted === null ? null : readRunUsage(run).completionTokens,
    tokensEstimated: counted !== null && counted.length > countedCharactersMax,
  }
  summaries.set(response, summary)
  return summary
}

function readData(response: ReceivedResponse | null): JsonObject | null {
  const answer = readJson(response?.body ?? '')
  if (!isRecord(answer)) return null
  return isRecord(answer['data']) ? answer['data'] : null
}
