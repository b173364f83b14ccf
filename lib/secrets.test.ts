import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestTeam, type TestTeam } from './console/__fixtures__/test-team.ts'
import { answer } from './console/http/answer.ts'
import { openShare } from './console/shares/open-share.ts'
import { createShare } from './console/shares/shares.ts'
import { toEventLines, toHar, toRequestFile, toResponseFile } from '#components/playground/http/model/har.ts'
import { toStoredEntry } from '#components/playground/history/model/history-entry.ts'
import { newId } from '#lib/client/new-id.ts'
import { openBodies } from '#components/chat/model/draft/open-draft.ts'
import { toDraftFile } from '#components/chat/model/draft/draft-file.ts'
import { toMarkdown } from '#components/chat/model/to-markdown.ts'
import { drain } from '#components/embeddings/model/__fixtures__/drain.ts'
import { textRows, vectorSet } from '#components/embeddings/model/__fixtures__/vector-sets.ts'
import type { ExportFormat } from '#components/embeddings/model/export/export-file.ts'
import { exportFiles } from '#components/embeddings/model/export/export-files.ts'
import type { ComparisonResult } from '#components/rerank/model/comparison-result.ts'
import { toComparisonCsv, toComparisonJson } from '#components/rerank/model/export-comparison.ts'
import { nothingFound } from '#components/search/model/evidence/found-answer.ts'
import { toAnswerJson } from '#components/search/model/evidence/answer-json.ts'
import { toAnswerFile } from '#components/search/model/evidence/answer-markdown.ts'
import { toRequestsCsv, toRequestsMarkdown } from '#components/requests/model/export-requests.ts'
import type { Run } from './client/run.ts'
import { readShareLink, toShareable, toShareLink } from '#components/playground/share/model/share-link.ts'
import type { LoggedRequest } from './contracts/console/requests.ts'
import { toRefusalError } from './providers/transport/upstream-refusal.ts'
import { createLog } from './gateway/log.ts'
import { formatLogRecord, readLogLine } from './supervisor/log-line.ts'
import { createTerminal } from './supervisor/terminal.ts'
import { keyForms } from './secrets.ts'
import { redactEvents, redactBody } from './gateway/request-log/redact-captured.ts'

let team: TestTeam
beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

// Written out, so that a prefix removed from the table fails the test.
const prefixes = [
  'sxt_ sk- gsk_ hf_ xai- pa- jina_ tvly-',
  'gho_ ghp_ ghr_ ghs_ ghu_ github_pat_ glpat- nvapi- pplx- tgp_v1_',
  'xoxa- xoxb- xoxe- xoxp- xoxr- xoxs-',
  'sk_live_ sk_test_ rk_live_ rk_test_',
  'AIza npm_ r8_ AKIA ASIA',
].flatMap(line => line.split(' '))
const keys = prefixes.map((prefix, index) => {
  const mark = `Q${String(index).padStart(2, '0')}`
  return {
    prefix,
    mark: mark.repeat(3),
    key: prefix + mark.repeat(12).slice(0, /^A[KS]IA/.test(prefix) ? 16 : 36),
  }
})
const text = keys.map(({ key }) => `mine:\n${key}`).join(' ')

const messages = [{ role: 'user', content: text }]
const body = { model: 'm', messages }
const run: Run = {
  id: 'run_1',
  state: 'failed',
  request: { method: 'POST', path: '/v1/chat/completions', body: JSON.stringify(body) },
  response: { status: 200, headers: { 'x-repeated': text }, body: JSON.stringify({ text }) },
  events: [{ number: 1, atMs: 1, bytes: 1, kind: 'data', data: JSON.stringify({ text }) }],
  timing: { startedAt: 1, firstMs: 1, totalMs: 2 },
  failure: null,
}
const draft = { contract: 'chat', body }
const entry = {
  id: 'e',
  contract: 'chat',
  name: text,
  pinned: false,
  createdAt: 1,
  draft,
  runs: [run],
  view: { tree: [{ text }] },
}
const row: LoggedRequest = {
  id: 'req_1',
  started_at: 0,
  route: 'chat',
  model: text,
  answered_by: null,
  provider: null,
  deployment: null,
  api_format: null,
  upstream_api_format: null,
  key_id: 'key_1',
  key_name: text,
  member_id: 'user_1',
  member: text,
  yours: true,
  status: 400,
  error_code: 'model_not_found',
  stream: false,
  attempts: 1,
  prompt_tokens: 0,
  completion_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cache_broken: false,
  usage_estimated: false,
  cost_usd: 0,
  cost_source: null,
  cut_at_tokens: null,
  price_ref: null,
  first_ms: null,
  total_ms: 1,
  document_pages: 0,
  audio_ms: 0,
  bodies_kept: false,
}

const chat = openBodies([{ model: 'm', messages: [{ role: 'system', content: text }, ...messages] }], newId)
const found = { ...nothingFound, content: text }
const ranked: ComparisonResult = {
  question: { query: text, documents: [text], tokensPerDocumentMax: null, topN: null },
  columns: [],
}
const judgments = { grades: { [text]: 1 as const }, order: [text] }
const exportTexts = async (format: ExportFormat) => {
  const input = { format, only: null, layout: null, clusters: null, vectors: false, name: 'texts' }
  const files = drain(exportFiles(textRows([text], [text]), vectorSet([[1]]), input))
  return (await Promise.all(files.map(({ content }) => content.text()))).join('')
}

const exits: Readonly<Record<string, () => string | Promise<string>>> = {
  'a log line': () => {
    const lines: string[] = []
    createLog('debug', 'test', { write: line => lines.push(line) }).error(
      { err: new Error(text), text },
      text,
    )
    return lines.join('')
  },
  'a line in the terminal': () => formatLogRecord(readLogLine('gateway', text), false),
  'a JSON line in the terminal': () => {
    const lines: string[] = []
    createTerminal({ write: line => lines.push(line) }, 'json', '/models').log('error', text)
    return lines.join('')
  },
  "the console's error log": async () => {
    const lines: unknown[] = []
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(line => lines.push(line) > 0)
    await answer(new Request('http://127.0.0.1/api/keys'), () => Promise.reject(new Error(text)))
    write.mockRestore()
    return lines.join('')
  },
  "a provider's error": () => {
    const said = { secrets: [], local: false, providerId: 'p', modelId: 'm', inputField: 'messages' } as const
    const sent = JSON.stringify({ error: { message: text } })
    const error = toRefusalError({ ...said, status: 400, text: sent, retryAfter: null })
    return `${error.message} ${String(error.cause)}`
  },
  'a logged body': () => redactBody(JSON.stringify(body), true),
  'a truncated logged body': () => redactBody(JSON.stringify(body), false),
  'a logged stream': () => redactEvents(JSON.stringify([[1, JSON.stringify({ content: text })]]), true),
  'browser history': () => JSON.stringify(toStoredEntry(entry)),
  'a share link': async () => {
    const link = await toShareLink(toShareable(draft))
    return link.kind === 'link' ? JSON.stringify(await readShareLink(link.fragment, ['chat'])) : link.kind
  },
  'a share link of the team': async () => {
    const by = team.members.member
    const request = JSON.stringify({ contract: 'chat', draft: body })
    const share = { request, title: 'Keys', life: '7d', audience: 'team' }
    const created = await createShare(await team.request('POST', '/api/shares', by, share))
    const { secret } = (await created.json()) as { secret: string }
    const opened = await openShare(await team.request('POST', `/api/shares/${secret}/open`, by))
    return await opened.text()
  },
  'a HAR export': () => toHar([run], 'http://127.0.0.1:3000').text,
  'an export of events': () => toEventLines(run).text,
  'an export of a request body': () => toRequestFile(run).text,
  'an export of a response body': () => toResponseFile(run).text,
  'a chat request file': () => toDraftFile(chat).text,
  'a conversation as Markdown': () => toMarkdown(chat).text,
  'an answer as Markdown': () => toAnswerFile(text, found).text,
  'an answer as JSON': () => toAnswerJson(text, found).text,
  'a ranking as CSV': () => toComparisonCsv(ranked, judgments).text,
  'a ranking as JSON': () => toComparisonJson(ranked, judgments).text,
  'embedded texts as CSV': () => exportTexts('csv'),
  'embedded texts as JSONL': () => exportTexts('jsonl'),
  'embedded texts for the TensorFlow projector': () => exportTexts('projector'),
  'a CSV export of the request log': () => toRequestsCsv([row]),
  'a Markdown export of the request log': () => toRequestsMarkdown([row]),
}

test('every prefix of the table is tested', () => {
  expect(prefixes.toSorted()).toEqual(keyForms.flatMap(form => form.prefixes).toSorted())
})

test.each(Object.entries(exits))('%s contains no key of any known format', async (_exit, write) => {
  const written = await write()

  expect(written).toMatch(/redacted|removed/)
  expect(keys.filter(({ mark }) => written.includes(mark)).map(({ prefix }) => prefix)).toEqual([])
})

test('an export tells how many keys it left out', () => {
  expect(toRequestFile(run).removed).toBe(keys.length)
  expect(toDraftFile(chat).removed).toBe(2 * keys.length)
  expect(toMarkdown(chat).removed).toBe(2 * keys.length)
})

test('a request file loses credentials that a page needs, whatever their format', () => {
  const params = { url: 'https://a.example', headers: { Authorization: 'Basic bWU6c2VjcmV0' } }
  const scrape = { ...run, request: { ...run.request, body: JSON.stringify({ model: 'scrape', params }) } }

  const files = [toRequestFile(scrape), toHar([scrape], 'http://127.0.0.1:3000')]

  expect(files.map(({ text: file, removed }) => [removed > 0, file.includes('bWU6c2VjcmV0')])).toEqual([
    [true, false],
    [true, false],
  ])
})
