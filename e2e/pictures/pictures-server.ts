/** The server of all pictures: a scripted provider with the names of real models, and a few requests in its log. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchServer, type LaunchedServer } from '#e2e/support/launch-server.ts'
import type { ScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { expect, test as base } from '#e2e/support/server.ts'

export const chatModel = 'openai/gpt-5-mini'

const article = `The tides follow the moon. Its gravity pulls the near side of the ocean a little harder than the far side,
so that the water rises on both. Spring tides come at new and full moon, neap tides at the quarters.`

export const test = base.extend<object, { server: LaunchedServer }>({
  server: [
    async ({ upstream, site, searcher }, provide) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'sextant-pictures-'))
      await using server = await launchServer({
        configuration: toConfiguration(upstream.baseUrl),
        environment: {
          ALLOW_PRIVATE_HOSTS: site.host,
          SEARXNG_URL: searcher.baseUrl,
          SEARCH_BACKENDS: 'searxng',
          // Which embedded models a machine has would be in the pictures.
          MODELS_DIR: folder,
          MODEL_SOURCES: 'file',
        },
      })
      await fillLog(server, upstream)
      await provide(server)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

function toConfiguration(baseUrl: string): string {
  return `
providers:
  - { id: openai, kind: openai, baseUrl: "${baseUrl}" }
models:
  - { id: ${chatModel}, provider: openai, upstream: echo, kind: chat, input: [text, image], context: 400000, price: { input: 0.25, output: 2 } }
  - { id: openai/gpt-5, provider: openai, upstream: echo-large, kind: chat, input: [text, image], context: 400000, price: { input: 1.25, output: 10 } }
  - { id: openai/text-embedding-3-small, provider: openai, upstream: vectors-8, kind: embeddings, context: 8192, price: { input: 0.02, output: 0 } }
  - { id: openai/rerank-1, provider: openai, upstream: rerank, kind: rerank }
defaults: { chat: ${chatModel}, embeddings: openai/text-embedding-3-small, rerank: openai/rerank-1 }
`
}

async function fillLog({ url, apiKey }: LaunchedServer, upstream: ScriptedUpstream): Promise<void> {
  const post = async (at: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const response = await fetch(url + at, { method: 'POST', headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
    return response.status
  }
  const ask = (content: string) => ({ model: chatModel, messages: [{ role: 'user', content }] })
  const refused = async () => {
    upstream.on('echo', { kind: 'error', status: 400 })
    const status = await post('/v1/chat/completions', ask('Hi'))
    upstream.on('echo', { kind: 'answer' })
    return status
  }
  const added = [
    await post('/v1/library', { title: 'Harbor handbook', text: article.repeat(3), collection: 'guides' }),
    await post('/v1/library', { title: 'Tide tables', text: article, collection: 'guides' }),
  ]
  // The library indexes its items with requests that would otherwise be between the next ones.
  await expect
    .poll(() => upstream.requests.filter(({ path: at }) => at.endsWith('/embeddings')).length)
    .toBe(2)
  const statuses = [
    ...added,
    await post('/v1/chat/completions', ask('Summarize the harbor rules in one sentence.')),
    await post('/v1/chat/completions', ask('What moves the tides?')),
    await refused(),
    await post('/v1/embeddings', {
      model: 'openai/text-embedding-3-small',
      input: ['moon', 'tide', 'bread'],
    }),
    await post('/v1/rerank', { model: 'openai/rerank-1', query: 'tides', documents: ['The moon', 'Bread'] }),
    await post('/v1/chat/completions', { ...ask('Which day was 2000-02-29?'), temperature: 0 }),
  ]
  expect(statuses).toEqual([200, 200, 200, 200, 400, 200, 200, 200])
}
