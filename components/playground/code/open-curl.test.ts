import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { toContractInfo } from '#lib/contracts/core/contract-info.ts'
import { isCurl } from './is-curl.ts'
import { openCurl } from './open-curl.ts'

const chat = toContractInfo(chatContract)

test('a curl command becomes a draft, and a note says that its key was removed', () => {
  const { draft, notes } = openCurl(
    `curl https://x.example/v1/chat/completions -H 'Authorization: Bearer sk-secret-secret' -d '{"model":"m"}'`,
    chat,
  )

  expect(draft).toEqual({ contract: 'chat', body: { model: 'm' } })
  expect(notes[0]).toContain('key in the command was removed')
  expect(JSON.stringify({ draft, notes })).not.toContain('sk-secret')
})

test('a curl command for /v1/messages becomes a chat that is sent to the Messages API', () => {
  const body = { model: 'm', max_tokens: 9, system: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }] }
  const { draft, notes } = openCurl(
    `curl https://x.example/v1/messages -H 'x-api-key: k' -H 'anthropic-version: 2023-06-01' -d '${JSON.stringify({ ...body, tools: [{ type: 'bash_20250124', name: 'bash' }] })}'`,
    chat,
  )

  expect(draft).toEqual({
    contract: 'chat',
    apiFormats: ['messages'],
    body: {
      model: 'm',
      max_tokens: 9,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    },
  })
  expect(notes.join(' ')).toContain('tools.0 (bash_20250124)')
})

test('text that is not a curl command fills nothing and returns the reason', () => {
  expect(openCurl('wget x', chat)).toEqual({ draft: null, notes: ['This is not a curl command.'] })
})

const rerank = { id: 'rerank', path: '/v1/rerank' }

test.each([
  [{ id: 'embeddings', path: '/v1/embeddings' }, `{"model":"m","input":["a","it's"]}`],
  [rerank, '{"model":"m","query":"q","documents":["a",{"text":"b"}],"top_n":1}'],
])('a curl command for $path fills its playground', (contract, body) => {
  const command = `curl https://x.example${contract.path} --data-raw '${body.replaceAll("'", String.raw`'\''`)}'`

  expect(openCurl(command, contract).draft).toEqual({ contract: contract.id, body: JSON.parse(body) })
})

test('a curl command for the v2 rerank path keeps the default it relied on', () => {
  const opened = openCurl(`curl https://x.example/v2/rerank -d '{"model":"m"}'`, rerank)
  const asked = openCurl(
    `curl https://x.example/v2/rerank -d '{"model":"m","return_documents":true}'`,
    rerank,
  )

  expect(opened.draft).toEqual({ contract: 'rerank', body: { model: 'm', return_documents: false } })
  expect(asked.draft?.body).toEqual({ model: 'm', return_documents: true })
})

const params = { url: 'https://a.example', formats: ['markdown', 'links'] }

test.each([
  ['/v1/web', { model: 'scrape', params }],
  ['/v1/scrape', params],
  ['/v2/scrape', { ...params, formats: ['markdown', { type: 'links' }] }],
])('a curl command for %s fills the scrape playground', (path, body) => {
  const { draft } = openCurl(`curl https://x.example${path} -d '${JSON.stringify(body)}'`, { id: 'scrape' })

  expect(draft).toEqual({ contract: 'scrape', body: { model: 'scrape', params } })
})

test.each([
  ['/v1/map', { url: 'https://a.example', search: 'x', sitemapOnly: true }],
  ['/v1/web', { url: 'https://a.example', search: 'x', sitemapOnly: true }],
  ['/v1/web', { model: 'map', params: { url: 'https://a.example', search: 'x', sitemapOnly: true } }],
  ['/v2/map', { url: 'https://a.example', search: 'x', sitemap: 'only' }],
])('a curl command for %s fills the map playground (%#)', (path, body) => {
  const { draft } = openCurl(`curl https://x.example${path} -d '${JSON.stringify(body)}'`, { id: 'map' })

  expect(draft).toEqual({
    contract: 'map',
    body: { url: 'https://a.example', search: 'x', sitemapOnly: true },
  })
})

test('a scrape command in the map playground names the right playground, and an unknown path is reported', () => {
  const command = (model: string) => `curl https://x.example/v1/web -d '{"model":"${model}","params":{}}'`

  expect(openCurl(command('scrape'), { id: 'map' })).toEqual({
    draft: null,
    notes: [expect.stringContaining('Paste it into the')],
  })
  expect(openCurl(command('search'), { id: 'map' }).notes).toEqual([
    'No playground supports this request to /v1/web.',
  ])
})

test('a curl command for another playground names that playground', () => {
  const { draft, notes } = openCurl(`curl https://x.example/v1/rerank -d '{"model":"m"}'`, chat)

  expect(draft).toBeNull()
  expect(notes).toEqual(['This command calls /v1/rerank. Paste it into the Rerank playground.'])
})

test.each([
  ['curl https://x.test -d "{}"', true],
  ['  $ curl -s https://x.test', true],
  ['curling is a sport', false],
  ['how do I use curl ?', false],
])('%s is recognized as a command or not', (text, is) => {
  expect(isCurl(text)).toBe(is)
})

test('a curl command for /v1/responses becomes a chat that is sent to the Responses API', () => {
  const body = { model: 'm', max_output_tokens: 9, input: 'Hi' }
  const { draft, notes } = openCurl(
    `curl https://x.example/v1/responses -H 'authorization: Bearer k' -d '${JSON.stringify(body)}'`,
    { id: 'chat' },
  )

  expect(draft).toEqual({
    contract: 'chat',
    body: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
    apiFormats: ['responses'],
  })
  expect(notes).toEqual(['The API key in the command was removed. The console uses its own.'])
})
