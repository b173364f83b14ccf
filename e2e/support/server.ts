/**
 * The test function of every browser test: one running server for all of them, and a page that must log no
 * errors.
 *
 * @example
 *   import { expect, test } from './support/server.ts'
 *   test('a question is answered', async ({ page, upstream }) => { await page.goto('/chat') … })
 */
import { test as base } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { launchServer } from './launch-server.ts'
import type { LaunchedServer } from './launch-server.ts'
import { startScriptedUpstream } from './scripted-upstream.ts'
import type { ScriptedUpstream } from './scripted-upstream.ts'
import { startSearchServer } from './search-server.ts'
import type { SearchServer } from './search-server.ts'
import { startSite } from './site.ts'
import type { LocalSite } from './site.ts'

interface WorkerFixtures {
  /** The provider `scripted`: `named-scripts.ts` defines the behavior of each `scripted/<name>`. */
  readonly upstream: ScriptedUpstream
  /** A website on loopback, the only private address that the server may visit. */
  readonly site: LocalSite
  /** The only search backend; it finds pages of the site. */
  readonly searcher: SearchServer
  readonly server: LaunchedServer
}

interface TestFixtures {
  /** Console errors that this test provokes on purpose. */
  readonly expectedErrors: readonly RegExp[]
  /** Origins that this test loads from by a click. */
  readonly clickedOrigins: readonly string[]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedErrors: [[], { option: true }],
  clickedOrigins: [[], { option: true }],
  upstream: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => {
      await using upstream = await startScriptedUpstream()
      await provide(upstream)
    },
    { scope: 'worker' },
  ],
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => {
      await using site = await startSite()
      await provide(site)
    },
    { scope: 'worker' },
  ],
  searcher: [
    async ({ site }, provide) => {
      await using searcher = await startSearchServer(site.origin)
      await provide(searcher)
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ upstream, site, searcher }, provide) => {
      await using server = await launchServer({
        configuration: toConfiguration(upstream),
        environment: {
          ALLOW_PRIVATE_HOSTS: site.host,
          SEARXNG_URL: searcher.baseUrl,
          // Otherwise a failed search would query public services.
          SEARCH_BACKENDS: 'searxng',
        },
      })
      await provide(server)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  context: async ({ context, server, expectedErrors, clickedOrigins }, provide) => {
    const own = new URL(server.url).origin
    const problems = watch(context, new Set([own, ...clickedOrigins]), expectedErrors)
    await provide(context)
    expect(
      problems,
      'requests that left the origin or came too early, and errors in the browser console',
    ).toEqual([])
  },
})

export const { expect } = test

// The small chat model: twice as fast as the default, and fetched by `npm test` before.
function toConfiguration(upstream: ScriptedUpstream): string {
  return `
providers:
  - { id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}" }
models:
  - { id: scripted/echo, provider: scripted, upstream: echo, kind: chat, input: [text, image], context: 32768 }
defaults: { chat: local/qwen2.5-coder-0.5b-instruct }
`
}

const localSchemes: ReadonlySet<string> = new Set(['data:', 'blob:', 'about:'])
// The page shows a rejected run; the browser also reports its status.
const refusedRun = /^Failed to load resource: the server responded with a status of \d+/

function watch(context: BrowserContext, origins: ReadonlySet<string>, expected: readonly RegExp[]): string[] {
  const problems: string[] = []
  const complain = (text: string) => {
    if (!expected.some(pattern => pattern.test(text))) problems.push(text)
  }
  context.on('request', request => {
    const url = new URL(request.url())
    if (!origins.has(url.origin) && !localSchemes.has(url.protocol))
      problems.push(`left the origin: ${url.href}`)
    if ('next-router-prefetch' in request.headers()) problems.push(`loaded before a click: ${url.href}`)
  })
  context.on('weberror', error => complain(error.error().stack ?? error.error().message))
  context.on('console', message => {
    if (message.type() !== 'error') return
    const isRefusedRun = refusedRun.test(message.text()) && message.location().url.includes('/api/run/')
    if (!isRefusedRun) complain(message.text())
  })
  return problems
}
