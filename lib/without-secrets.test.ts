import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

test.each([
  ['our key', 'sxt_AbCdEf0123456789AbCdEf0123456789xyz'],
  ['a provider key', 'sk-proj-AbCdEf0123456789_AbCdEf'],
  ['a hub token', 'hf_AbCdEf0123456789AbCdEf'],
  ['a key of Google', 'AIzaSyA0123456789012345678901234567890'],
  ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE'],
  ['a token of GitLab', 'glpat-AbCdEf0123456789AbCdEf'],
  ['a token of GitHub', 'github_pat_11ABCDEFG0_AbCdEf0123456789'],
  ['a token of Slack', 'xoxb-123456789012-AbCdEf0123456789'],
  ['a key of Stripe', 'rk_live_51H8AbCdEf0123456789'],
  ['a token of npm', `npm_${'a1B2'.repeat(9)}`],
  ['a token of Replicate', `r8_${'a1B2'.repeat(9)}c`],
])('%s is removed wherever it occurs', (_what, key) => {
  const value = { a: [`key=${key}.`, { body: JSON.stringify(`:\n${key}`) }] }

  const { value: clean, removed } = withoutSecrets(value)

  expect(JSON.stringify(clean)).not.toContain(key.slice(0, 12))
  expect(removed).toBe(2)
})

test.each([
  'sxt_AbCdEf0123456789AbCdEf0123456789xyz',
  'sk-proj-AbCdEf0123456789_AbCdEf0123456789',
  'sk-ant-api03-AbCdEf0123456789AbCdEf',
  'hf_AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh',
  'ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
  'glpat-AbCdEf0123456789AbCdEf',
  'xoxb-123456789012-AbCdEf0123456789AbCd',
  `npm_${'a1B2'.repeat(9)}`,
])('%s is removed directly after a letter, digit or underscore', key => {
  for (const before of ['key', '1', 'MY_KEY_', 'é'])
    expect(withoutSecrets(`${before}${key} more`)).toEqual({
      value: `${before}[key removed] more`,
      removed: 1,
    })
})

test.each([
  'task-force-of-2024-people-everywhere, highs_and_lows_of_temperature, network_test_results_of_2024',
  'task-3f2504e04f8941d39a0c0305e82c3301',
  'the-disk_live_migration_of_all_the_data, shelf_configurations_and_more',
  `a token ${Buffer.from('no key'.repeat(20)).toString('base64url')}hf_AbCdEf0123456789AbCdEf0123456789AbCd`,
  `iVBORw0KGgo${'AIzaAKIA'.repeat(12)}`,
])('words and encoded bytes with the letters of a prefix stay: %s', text => {
  expect(withoutSecrets(text)).toEqual({ value: text, removed: 0 })
})

test('headers that carry a secret lose it, whatever its format', () => {
  const headers = {
    Authorization: 'Basic bWU6c2VjcmV0',
    cookie: 'a=b',
    'X-Api-Key': 'abc',
    'content-type': 'text/plain',
  }

  expect(withoutSecrets(headers)).toEqual({
    value: {
      Authorization: '[key removed]',
      cookie: '[key removed]',
      'X-Api-Key': '[key removed]',
      'content-type': 'text/plain',
    },
    removed: 3,
  })
})

test('headers for a page lose their secrets in the request text too', () => {
  const params = {
    url: 'https://a.example',
    headers: { Authorization: 'Basic bWU6c2VjcmV0', accept: 'text/html' },
  }
  const request = { method: 'POST', path: '/v1/web', body: JSON.stringify({ model: 'scrape', params }) }

  const { value, removed } = withoutSecrets({ request })

  expect(JSON.parse(value.request.body)).toEqual({
    model: 'scrape',
    params: { ...params, headers: { Authorization: '[key removed]', accept: 'text/html' } },
  })
  expect(removed).toBe(1)
  expect(withoutSecrets({ body: '{"cookie": not JSON' })).toEqual({
    value: { body: '{"cookie": not JSON' },
    removed: 0,
  })
})

test('a key that a stream splits over its events is removed from all of them', () => {
  const event = (content: string, atMs: number) => ({ atMs, data: JSON.stringify({ delta: { content } }) })
  const pieces = ['Your "key" is\n', 'sk-', 'proj-AbCd', 'Ef0123456789', '_AbCdEf', ', keep it.']

  const { value, removed } = withoutSecrets({ events: pieces.map(event) })

  const [first, ...others] = value.events
  expect(removed).toBe(1)
  expect(first).toEqual(event('Your "key" is\n[key removed], keep it.', 0))
  expect(others).toEqual(others.map(({ atMs }) => event('', atMs)))
})

test('text that only begins like a data URL loses its keys', () => {
  const key = 'sk_live_0123456789abcdefghij'

  for (const text of [`data: ${key}`, `data:text/plain,${key}`, `data:text/plain;base64,QUJD ${key}`])
    expect(withoutSecrets(text)).toMatchObject({ removed: 1 })
})

test('text without secrets stays unchanged', () => {
  const value = {
    text: 'Bearer $SEXTANT_API_KEY, sk-learn, sxt_ and task-force, risk-averse-people-everywhere',
    image: `data:image/png;base64,${'sk+AIza/'.repeat(40)}`,
    none: null,
    n: 0,
  }

  expect(withoutSecrets(value)).toEqual({ value, removed: 0 })
})

test('JSON without keys is copied unchanged, and removal is idempotent', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const once = withoutSecrets({ value })
      expect(once).toEqual({ value: { value }, removed: 0 })
    }),
  )
  const once = withoutSecrets('use sk-0123456789abcdefghij and Bearer 0123456789abcdefghij')
  expect(withoutSecrets(once.value)).toEqual({ value: once.value, removed: 0 })
})

test.each([
  'data: {"key":"ghu_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"}',
  'data:text/plain,ghu_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
  'data:text/plain;base64,AAAA ghu_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
  'data:text/plain;base64,ghu_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
])('text that begins like a file is searched: %s', text => {
  const { value, removed } = withoutSecrets({ text })

  expect(removed).toBe(1)
  expect(value.text).not.toContain('ghu_')
})
