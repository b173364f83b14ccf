import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FirstRequest } from './first-request.tsx'

const now = 1_800_000_000_000
const apiKey = { id: 'key_1', name: 'laptop', scopes: ['chat'], token: 'sxt_1' }
const open = { id: 'req_2', started_at: now - 12_000, model: 'local/small' }
const row = {
  id: 'req_1',
  route: 'chat',
  model: 'local/small',
  answered_by: 'local/small',
  started_at: now - 20_000,
  total_ms: 1_000,
  first_ms: null,
  status: 200,
  error_code: null,
  prompt_tokens: 3,
  completion_tokens: 0,
  cost_usd: 0,
  usage_estimated: false,
}

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

test('without a request the page waits', () => {
  expect(textOf({ rows: [], open: null })).toContain('Waiting for the first request…')
})

test('a request that is being answered is named with its age and its model', () => {
  const text = textOf({ rows: [], open })

  expect(text).toContain('A request arrived 12 s ago and is being answered')
  expect(text).toContain('local/small · This page updates when the answer ends.')
})

test('a request that succeeded is shown, also while another one is being answered', () => {
  const text = textOf({ rows: [row], open })

  expect(text).toContain('First request received')
  expect(text).not.toContain('is being answered')
})

test('after a failure the next request is shown as soon as it arrives', () => {
  const failed = { ...row, status: 404, error_code: 'model_not_found' }

  expect(textOf({ rows: [failed], open: null })).toContain('First request failed')
  expect(textOf({ rows: [failed], open })).toContain('is being answered')
  expect(textOf({ rows: [{ ...failed, started_at: now }], open })).toContain('First request failed')
})

function textOf(poll: { rows: readonly object[]; open: object | null }): string {
  const client = new QueryClient()
  client.setQueryData(['requests', 'before', apiKey.id], { newest: null })
  client.setQueryData(['requests', 'first', apiKey.id], poll)
  client.setQueryData(['refused', 'opened'], { now, skewMs: 0 })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FirstRequest
        apiKey={apiKey}
        facts={{ modelIds: [], contextWindow: null }}
        isReceived={false}
        onReceived={() => undefined}
      />
    </QueryClientProvider>,
  )
  client.clear()
  return html.replaceAll(/<[^>]*>/g, '')
}
