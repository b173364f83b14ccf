import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import { launchServer, type LaunchedServer } from '#e2e/support/launch-server.ts'
import { type ScriptedUpstream, startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { type SearchServer, startSearchServer } from '#e2e/support/search-server.ts'
import { type LocalSite, startSite } from '#e2e/support/site.ts'
import { createMask, type Mask } from '#scripts/equality/mask.ts'

export interface RunningConsole extends AsyncDisposable {
  readonly server: LaunchedServer
  readonly browser: Browser
  readonly site: LocalSite
  readonly mask: Mask
}

/** The whole server in open mode, built for production, with a scripted provider and a browser. */
export async function startConsole(): Promise<RunningConsole> {
  await using stack = new AsyncDisposableStack()
  const upstream = stack.use(await startScriptedUpstream())
  const site = stack.use(await startSite())
  const searcher = stack.use(await startSearchServer(site.origin))
  const models = await mkdtemp(path.join(tmpdir(), 'sextant-equality-'))
  stack.defer(() => rm(models, { recursive: true, force: true }))
  const server = stack.use(await launchServer(toOptions(upstream, site, searcher, models)))
  const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
  const browser = stack.use(
    await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    }),
  )
  const known: readonly (readonly [string, string])[] = [
    [site.host, '<site>'],
    [new URL(searcher.baseUrl).host, '<searcher>'],
    [`127.0.0.1:${upstream.port}`, '<upstream>'],
    [new URL(server.url).host, '<console>'],
    [server.url.replace('localhost', '127.0.0.1'), '<console>'],
    [server.dataDir, '<data>'],
    [models, '<models>'],
  ]
  const kept = stack.move()
  return {
    server,
    browser,
    site,
    mask: createMask(() => known),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

function toOptions(upstream: ScriptedUpstream, site: LocalSite, searcher: SearchServer, models: string) {
  return {
    configuration: `
providers:
  - { id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}", apiKey: sk-scripted-upstream-key }
models:
  - { id: scripted/echo, provider: scripted, upstream: echo, kind: chat, input: [text, image], context: 32768, price: { input: 3, output: 15 } }
  - { id: vectors, provider: scripted, upstream: vectors-8, kind: embeddings, dimensions: 8, context: 512 }
  - { id: ranker, provider: scripted, upstream: ranker, kind: rerank }
defaults: { chat: scripted/echo, embeddings: vectors, rerank: ranker }
`,
    environment: {
      ALLOW_PRIVATE_HOSTS: site.host,
      SEARXNG_URL: searcher.baseUrl,
      SEARCH_BACKENDS: 'searxng',
      MODEL_SOURCES: 'file',
      MODELS_DIR: models,
      TZ: 'UTC',
    },
  }
}
