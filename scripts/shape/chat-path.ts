/**
 * The files between the Run button of the chat and the provider. It builds a copy of the sources with source maps, starts
 * the server with a scripted provider, and counts calls in the browser, the console and the gateway while a message is
 * sent.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { Profiler } from 'node:inspector'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, expect } from '@playwright/test'
import type * as launcher from '#e2e/support/launch-server.ts'
import { type ScriptedUpstream, startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { environment } from '#lib/config.ts'
import { buildIfStale } from '#lib/supervisor/console-build.ts'
import { readExecutedFiles } from './executed-files.ts'

export type Place = (typeof places)[number]

export const places = ['browser', 'console', 'gateway'] as const

type Executed = Readonly<Record<Place, ReadonlySet<string>>>

interface Setup {
  readonly copy: string
  /** Folder with a socket of each process that counts calls. */
  readonly sockets: string
  readonly upstream: ScriptedUpstream
  readonly url: string
  readonly browser: Browser
}

const copied = [
  'app',
  'bin',
  'components',
  'e2e/support',
  'lib',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'proxy.ts',
  'public',
  'tsconfig.json',
]
const notCopied = /\.(test|spec)\.tsx?$|__fixtures__/
// A timer that runs during one message does not run during all of them.
const measuredMessages = 3

/**
 * By file, the processes that execute it for each message. The first call, and each call after a change of the sources,
 * takes minutes.
 */
export async function measureChatPath(
  root: string,
  say: (sentence: string) => void,
): Promise<Map<string, Place[]>> {
  const copy = copySources(root)
  await buildIfStale({ root: copy, environment, signal: AbortSignal.timeout(1_800_000), say })
  await using stack = new AsyncDisposableStack()
  const sockets = mkdtempSync(path.join(tmpdir(), 'sextant-shape-'))
  stack.defer(() => rmSync(sockets, { recursive: true }))
  const upstream = stack.use(await startScriptedUpstream())
  const server = stack.use(await startServer(copy, sockets, upstream))
  const browser = stack.use(await startBrowser())
  const setup = { copy, sockets, upstream, url: server.url, browser }

  // It also loads modules and fills caches: different files from start to start.
  await sendMessage(setup)
  const messages: Executed[] = []
  while (messages.length < measuredMessages) messages.push(await sendMessage(setup))
  return toFiles(messages)
}

/** Below the repository, whose `node_modules` the build needs, and apart from the build of `npm start`. */
function copySources(root: string): string {
  const copy = path.join(root, '.reports/chat-path')
  mkdirSync(copy, { recursive: true })
  for (const name of readdirSync(copy))
    if (name !== '.next') rmSync(path.join(copy, name), { recursive: true })
  for (const name of copied)
    cpSync(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: file => !notCopied.test(file),
    })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const config = pathToFileURL(path.join(root, 'next.config.mjs')).href
  writeFileSync(
    path.join(copy, 'next.config.mjs'),
    `import config from '${config}'
export default {
  ...config,
  productionBrowserSourceMaps: true,
  experimental: { serverSourceMaps: true },
  turbopack: { root: '${root}' },
}
`,
  )
  return copy
}

async function startServer(
  copy: string,
  sockets: string,
  upstream: ScriptedUpstream,
): Promise<launcher.LaunchedServer> {
  // It starts the repository that it is in.
  const launcherFile = path.join(copy, 'e2e/support/launch-server.ts')
  const { launchServer } = (await import(launcherFile)) as typeof launcher
  const hook = new URL(import.meta.resolve('./coverage-hook.ts'))
  hook.searchParams.set('sockets', sockets)
  return await launchServer({
    configuration: `
providers:
  - { id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}" }
models:
  - { id: scripted/echo, provider: scripted, upstream: echo, kind: chat, context: 32768 }
defaults: { chat: scripted/echo }
`,
    environment: { NODE_OPTIONS: `--import=${hook.href}`, MODEL_SOURCES: 'file', MODELS_DIR: sockets },
  })
}

function startBrowser(): Promise<Browser> {
  const executablePath = [
    environment['PLAYWRIGHT_CHROMIUM_PATH'],
    chromium.executablePath(),
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
  ].find(file => file && existsSync(file))
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

/**
 * Files that each process executed from the click on Run until the provider has the request; in the browser until it
 * sends the request, because how much React renders after that depends on the machine.
 */
async function sendMessage({ copy, sockets, upstream, url, browser }: Setup): Promise<Executed> {
  const measured = Promise.withResolvers<void>()
  upstream.reset()
  upstream.on('echo', {
    kind: 'answer',
    text: 'Answered.',
    wait: { beforeEvent: 0, until: measured.promise },
  })
  await using context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const takeInBrowser = async () => (await session.send('Profiler.takePreciseCoverage')).result
  const takeInServer = () => Promise.all([takeCalls(sockets, 'console'), takeCalls(sockets, 'gateway')])

  await page.goto(`${url}/chat?models=scripted/echo`)
  await expect(page.getByLabel('Model: scripted/echo')).toBeVisible()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: /^Run/ }).hover()
  const sent = new Promise<Profiler.ScriptCoverage[]>(resolve => {
    session.once('Debugger.paused', () => resolve(takeInBrowser()))
  })
  await session.send('Debugger.enable')
  await session.send('DOMDebugger.setXHRBreakpoint', { url: '/api/run/' })
  await Promise.all([takeInBrowser(), takeInServer()])
  const clicked = page.mouse.down().then(() => page.mouse.up())
  const inBrowser = await sent
  await session.send('Debugger.disable')
  await clicked
  await upstream.seen(request => request.path === '/v1/chat/completions', 30_000)
  const [inConsole, inGateway] = await takeInServer()
  measured.resolve()
  await expect(page.getByRole('article').last()).toContainText('Answered.')

  return {
    browser: readExecutedFiles(copy, inBrowser),
    console: readExecutedFiles(copy, inConsole),
    gateway: readExecutedFiles(copy, inGateway),
  }
}

async function takeCalls(sockets: string, program: Place): Promise<Profiler.ScriptCoverage[]> {
  const names = readdirSync(sockets).filter(name => name.startsWith(`${program}-`))
  const taken = await Promise.all(names.map(name => json(connect(path.join(sockets, name)))))
  return (taken as Profiler.ScriptCoverage[][]).flat()
}

function toFiles(messages: readonly Executed[]): Map<string, Place[]> {
  const pairs = places.flatMap(place => {
    const [files = new Set<string>(), ...others] = messages.map(message => message[place])
    const common = others.reduce((all, other) => all.intersection(other), files)
    return [...common].map(file => ({ file, place }))
  })
  const byFile = Map.groupBy(pairs, pair => pair.file)
  return new Map([...byFile].map(([file, list]) => [file, list.map(pair => pair.place)]))
}
