import { request } from 'undici'
import { z } from 'zod'
import { limitBytes } from '#lib/limit-bytes.ts'
import type { LockedPackage } from './lockfile.ts'

/** A known vulnerability of a locked package. */
export interface Vulnerability {
  readonly id: string
  readonly name: string
  readonly version: string
}

type AskOsv = (body: string) => Promise<string>

const packagesAtOnceMax = 500
const pagesMax = 20

/**
 * Asks the OSV database for the vulnerabilities of packages.
 * @param ask sends one batch; replaced in tests
 * @see https://google.github.io/osv.dev/post-v1-querybatch/
 */
export async function askVulnerabilities(
  packages: readonly LockedPackage[],
  ask: AskOsv = sendBatch,
): Promise<Vulnerability[]> {
  const unique = new Map(packages.map(each => [`${each.name}@${each.version}`, each]))
  const found: Vulnerability[] = []
  let waiting: Query[] = [...unique.values()].map(({ name, version }) => ({ name, version, page: null }))
  for (let page = 0; waiting.length > 0; page += 1) {
    if (page === pagesMax) throw new Error(`OSV returned more than ${pagesMax} pages of one answer.`)
    const next: Query[] = []
    for (let at = 0; at < waiting.length; at += packagesAtOnceMax) {
      const queries = waiting.slice(at, at + packagesAtOnceMax)
      const answer = readVulnerabilities(await ask(toBody(queries)), queries)
      found.push(...answer.found)
      next.push(...answer.next)
    }
    waiting = next
  }
  return found
}

interface Query {
  readonly name: string
  readonly version: string
  /** Null: the first page. */
  readonly page: string | null
}

function toBody(queries: readonly Query[]): string {
  return JSON.stringify({
    queries: queries.map(({ name, version, page }) => ({
      package: { name, ecosystem: 'npm' },
      version,
      ...(page !== null && { page_token: page }),
    })),
  })
}

const answerSchema = z.object({
  results: z.array(
    z.object({
      vulns: z.array(z.object({ id: z.string() })).optional(),
      next_page_token: z.string().optional(),
    }),
  ),
})

/**
 * The answer to a batch: a result per query, in order.
 * @throws Error for another number of results, because each belongs to a package by its index
 */
function readVulnerabilities(
  text: string,
  queries: readonly Query[],
): { found: Vulnerability[]; next: Query[] } {
  const { results } = answerSchema.parse(JSON.parse(text))
  if (results.length !== queries.length)
    throw new Error(`OSV returned ${results.length} results for ${queries.length} packages.`)
  const answered = queries.map((query, at) => ({ query, ...results[at] }))
  return {
    found: answered.flatMap(({ query: { name, version }, vulns = [] }) =>
      vulns.map(({ id }) => ({ id, name, version })),
    ),
    next: answered.flatMap(({ query, next_page_token: page = '' }) =>
      page === '' ? [] : [{ ...query, page }],
    ),
  }
}

const answerBytesMax = 16 * 1024 * 1024
const answerMs = 60_000

async function sendBatch(text: string): Promise<string> {
  const { statusCode, body } = await request('https://api.osv.dev/v1/querybatch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    signal: AbortSignal.timeout(answerMs),
  })
  const tooLarge = () => new Error('The answer of OSV is too large.')
  const parts = await Array.fromAsync(limitBytes(body as AsyncIterable<Buffer>, answerBytesMax, tooLarge))
  if (statusCode !== 200) throw new Error(`OSV returned HTTP ${statusCode}.`)
  return Buffer.concat(parts).toString()
}
