import { expect, test } from 'vitest'
import type { LoggedRequest } from '#lib/contracts/console/requests.ts'
import { toRequestsCsv, toRequestsMarkdown } from './export-requests.ts'

const row: LoggedRequest = {
  id: 'req_1',
  started_at: 0,
  route: 'web',
  model: 'scrape',
  answered_by: null,
  provider: null,
  deployment: null,
  api_format: 'chat',
  upstream_api_format: 'messages',
  key_id: 'key_1',
  key_name: '=cmd|A1',
  member_id: 'user_1',
  member: 'Ada, "the first"',
  yours: true,
  status: 502,
  error_code: 'fetch_failed',
  stream: false,
  attempts: 1,
  prompt_tokens: 3,
  completion_tokens: 0,
  cache_read_tokens: 2,
  cache_write_tokens: 0,
  cache_broken: true,
  usage_estimated: false,
  cost_usd: 0.0021,
  cost_source: 'catalog',
  price_ref: 'cat:2026-11-22:openai/gpt-6-sol',
  cut_at_tokens: 500,
  first_ms: null,
  total_ms: 1234,
  document_pages: 0,
  audio_ms: 0,
  bodies_kept: false,
}

test('the CSV has a row per request and no formulas', () => {
  expect(toRequestsCsv([row]).split('\r\n')).toEqual([
    'time,request,capability,model,answered_by,provider,key,member,status,code,first_ms,total_ms,prompt_tokens,completion_tokens,usage_estimated,cost_usd,attempts,api_format,upstream_api_format,cache_read_tokens,cache_write_tokens,cache_broken,cost_source,price_ref,deployment,cut_at_tokens',
    `1970-01-01T00:00:00.000Z,req_1,scrape,scrape,,,'=cmd|A1,"Ada, ""the first""",502,fetch_failed,,1234,3,0,false,0.0021,1,chat,messages,2,0,true,catalog,cat:2026-11-22:openai/gpt-6-sol,,500`,
    '',
  ])
})

test('a Markdown table escapes cell content', () => {
  const lines = toRequestsMarkdown([{ ...row, model: 'a|b\nc' }])
    .trimEnd()
    .split('\n')

  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain('| web | a\\|b c | 502 fetch_failed | – | 1.2 s | 3 → 0 | $0.0021 | 1 |')
})

test('a request without a price has no cost, which is not zero', () => {
  const unpriced = { ...row, cost_usd: 0, cost_source: 'unpriced', price_ref: null }

  expect(toRequestsMarkdown([unpriced])).toContain('| no price |')
  expect(toRequestsCsv([unpriced])).toContain(',false,,1,chat,messages,2,0,true,unpriced,')
})
