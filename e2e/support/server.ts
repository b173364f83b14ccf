/**
 * The test function of every browser test: one running server for all of them, and a page that must log no
 * errors.
 *
 * @example
 *   import { expect, test } from './support/server.ts'
 *   test('a question is answered', async ({ page, upstream }) => { await page.goto('/chat') … })
 */
import { test as base } from '@playwright/test'
import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test'
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
  /** Browser contexts that the tests use one after another, by their options; the browser closes them. */
  readonly contexts: Map<string, BrowserContext>
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
  contexts: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, provide) => provide(new Map()),
    { scope: 'worker' },
  ],
  // Scripts and styles stay cached from test to test: without that, loading them is most of the time of a short test.
  context: async (
    { browser, contexts, server, viewport, contextOptions, expectedErrors, clickedOrigins },
    provide,
    testInfo,
  ) => {
    const options = JSON.stringify([viewport, contextOptions])
    const context = contexts.get(options) ?? (await browser.newContext())
    contexts.set(options, context)
    const { origin } = new URL(server.url)
    const watching = watch(context, new Set([origin, ...clickedOrigins]), expectedErrors)
    await provide(context)
    watching.end()
    if (testInfo.status === testInfo.expectedStatus) await empty(context, origin)
    else {
      contexts.delete(options)
      await context.close()
    }
    expect(
      watching.problems,
      'requests that left the origin or came too early, and errors in the browser console',
    ).toEqual([])
  },
  page: async ({ context }, provide) => provide(context.pages()[0] ?? (await context.newPage())),
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

/** Clears everything but the cache of the network: the next test starts with a new page, and nothing stored. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  for (const page of context.pages()) await page.close()
  await context.unrouteAll()
  await context.clearPermissions()
  await context.clearCookies()
  const session = await context.newCDPSession(await context.newPage())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}

function watch(context: BrowserContext, origins: ReadonlySet<string>, expected: readonly RegExp[]) {
  const problems: string[] = []
  const complain = (text: string) => {
    if (!expected.some(pattern => pattern.test(text))) problems.push(text)
  }
  const onRequest = (request: Request) => {
    const url = new URL(request.url())
    if (!origins.has(url.origin) && !localSchemes.has(url.protocol))
      problems.push(`left the origin: ${url.href}`)
    if ('next-router-prefetch' in request.headers()) problems.push(`loaded before a click: ${url.href}`)
  }
  const onError = (error: WebError) => complain(error.error().stack ?? error.error().message)
  const onMessage = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    const isRefusedRun = refusedRun.test(message.text()) && message.location().url.includes('/api/run/')
    if (!isRefusedRun) complain(message.text())
  }
  context.on('request', onRequest).on('weberror', onError).on('console', onMessage)
  return {
    problems,
    end: () => void context.off('request', onRequest).off('weberror', onError).off('console', onMessage),
  }
}
