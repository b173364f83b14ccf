import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Script } from '#e2e/support/script.ts'
import type { RecordedRequest } from '#e2e/support/scripted-upstream.ts'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { runFile } from '#lib/gateway/__fixtures__/run-file.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { connectClients } from '#lib/snippets/connect/all-clients.ts'
import type { ConnectLines } from '#lib/snippets/connect/connect-client.ts'

// Run with `npm run test:clients`: it installs real clients of MCP into a temporary folder, and runs the lines of the
// page Connect.

const packages = {
  '@modelcontextprotocol/client': '2.4.0',
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@openai/codex': '0.169.0',
  '@anthropic-ai/claude-code': '2.1.330',
}
// Codex creates no helpers below the folder for temporary files.
const folder = mkdtempSync(join(homedir(), '.sextant-mcp-clients-'))
const modules = join(folder, 'node_modules')
const bin = join(modules, '.bin')
const allTools = [
  'scrape',
  'map',
  'search_web',
  'ai_search',
  'parse_document',
  'library_search',
  'library_add',
  'rerank',
]

/** Keeps Codex offline. */
const offlineCodex =
  'check_for_update_on_startup = false\nanalytics.enabled = false\nfeatures.plugins = false\n'

let site: WebServer
let sextant: TestGateway
const left = new Set<string>()
beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: packages }))
  await runFile('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  // Its own script of the installation would do it.
  const native = join(modules, '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude')
  rmSync(join(bin, 'claude'), { force: true })
  symlinkSync(native, join(bin, 'claude'))
  site = await startWebServer(
    {
      '/tides': '<title>Tides</title><main><p>The tide is low at noon.</p></main>',
      '/notes.md': typed('text/markdown', '# Notes\n\nThe boat leaves at nine.\n'),
    },
    (request, response) => void response.once('close', () => left.add(request.url ?? '')),
  )
  sextant = await startTestGateway({
    allowPrivateHosts: [site.host],
    models: [{ id: 'words', kind: 'rerank', upstream: 'words' }],
    search: { configured: [{ id: 'searxng', baseUrl: 'http://127.0.0.1:1', apiKey: null }] },
    // The programs are slow to start on a busy machine.
    timers: { firstEventMs: 30_000, plainMs: 30_000, keepAliveMs: 5_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test('the SDKs list, call, follow progress and cancel in every mode', async () => {
  const program = 'mcp-sdk.mjs'
  copyFileSync(join(import.meta.dirname, '../__fixtures__/clients', program), join(folder, program))

  const { stdout } = await runFile(process.execPath, [program, sextant.url, sextant.token, site.origin], {
    cwd: folder,
  })

  const answer = {
    tools: allTools,
    page: true,
    ranked: 2,
    progress: [1, 2],
    refused: true,
    resources: true,
    never: 'canceled',
  }
  expect(JSON.parse(stdout)).toEqual({ auto: answer, legacy: answer, pinned: answer, old: answer })
  const never = ['/never-auto', '/never-legacy', '/never-pinned', '/never-old']
  await expect.poll(() => never.filter(path => !left.has(path))).toEqual([])
})

describe('the command line of the inspector', () => {
  const inspect = async (...args: string[]) => {
    const header = `Authorization: Bearer ${sextant.token}`
    const { stdout } = await runFile(
      join(bin, 'mcp-inspector'),
      ['--cli', `${sextant.url}/mcp`, '--transport', 'http', ...args, '--header', header],
      { cwd: folder, env: environmentOf('inspector') },
    )
    return JSON.parse(stdout)
  }

  test('lists the tools', async () => {
    const { tools } = z
      .object({ tools: z.array(z.object({ name: z.string() })) })
      .parse(await inspect('--method', 'tools/list'))

    expect(tools.map(({ name }) => name)).toEqual(allTools)
  })

  test('calls one', async () => {
    const result = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      'scrape',
      '--tool-arg',
      `url=${site.origin}/tides`,
    )

    expect(JSON.stringify(result)).toContain('The tide is low at noon.')
  })
})

test('Claude Code connects after one pasted line', async () => {
  const env = environmentOf('mcp-claude-code')

  const { stdout } = await runLines('mcp-claude-code', env)

  expect(stdout).toMatch(/sextant: \S+\/mcp \(HTTP\) - \S+ Connected/)
})

test('Claude Code gives a tool to a model and calls it after one pasted line', async () => {
  const env = environmentOf('mcp-claude-code-tool')
  await runLines('mcp-claude-code', env)
  const search = { name: 'ToolSearch', arguments: { query: 'select:mcp__sextant__scrape' } }
  sextant.upstream.next({ kind: 'answer', toolCalls: [search] }, callOf('mcp__sextant__scrape'), {
    kind: 'answer',
    text: 'At noon.',
  })

  const { stdout } = await runFile(
    join(bin, 'claude'),
    ['--output-format', 'json', '--allowedTools', 'mcp__sextant__scrape', '-p', 'When is the tide low?'],
    {
      cwd: env['HOME'],
      env: {
        ...env,
        ANTHROPIC_BASE_URL: sextant.url,
        ANTHROPIC_AUTH_TOKEN: sextant.token,
        ANTHROPIC_MODEL: 'scripted/echo',
        ANTHROPIC_DEFAULT_HAIKU_MODEL: 'scripted/echo',
        CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
      },
    },
  )

  expect(JSON.parse(stdout)).toMatchObject({ is_error: false, result: 'At noon.' })
  // It names the tools in its first request, and describes those that the model looks up in the next ones.
  const [first, second] = sextant.upstream.requests
  const text = JSON.stringify(first?.json?.messages)
  expect(allTools.filter(name => !text.includes(`mcp__sextant__${name}`))).toEqual([])
  expect(toolNames(second)).toContain('mcp__sextant__scrape')
  await expectToolCall('claude-code/2.1.330')
})

test('Codex gives a tool to a model and calls it after one pasted line', async () => {
  const env = environmentOf('mcp-codex-tool')
  const [file] = linesOf('codex').setUp
  if (file.kind !== 'code') throw new Error('Connect has no file for Codex.')
  writeFileSync(join(env['HOME'] ?? '', '.codex', 'config.toml'), `${offlineCodex}${file.code}`)
  await runLines('mcp-codex', env)
  sextant.upstream.next(callOf('mcp__sextant__scrape'), { kind: 'answer', text: 'At noon.' })

  const { stdout } = await runFile(
    join(bin, 'codex'),
    ['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', 'When is the tide low?'],
    { cwd: env['HOME'], env },
  )

  expect(stdout).toContain('At noon.')
  const names = toolNames(sextant.upstream.requests[0])
  expect(allTools.filter(name => !names.includes(`mcp__sextant__${name}`))).toEqual([])
  await expectToolCall('codex-mcp-client/0.169.0')
})

test('Codex lists and calls a tool after one pasted line, without a model', async () => {
  const env = environmentOf('mcp-codex')
  const { stdout } = await runLines('mcp-codex', env)
  expect(stdout).toContain(`${sextant.url}/mcp`)

  await using server = startAppServer(env)
  await server.ask('initialize', {
    clientInfo: { name: 'tests', title: null, version: '1' },
    capabilities: null,
  })
  const { data } = z
    .object({ data: z.array(z.object({ name: z.string(), tools: z.record(z.string(), z.unknown()) })) })
    .parse(await server.ask('mcpServerStatus/list', {}))
  const { thread } = z
    .object({ thread: z.object({ id: z.string() }) })
    .parse(await server.ask('thread/start', {}))
  const result = await server.ask('mcpServer/tool/call', {
    threadId: thread.id,
    server: 'sextant',
    tool: 'scrape',
    arguments: { url: `${site.origin}/tides` },
  })

  expect(Object.keys(data.find(({ name }) => name === 'sextant')?.tools ?? {}).toSorted()).toEqual(
    allTools.toSorted(),
  )
  expect(JSON.stringify(result)).toContain('The tide is low at noon.')
  const rows = async () => {
    const all = await sextant.store.requests.list(sextant.teamId, { limit: 20 })
    return all.map(({ client }) => client)
  }
  await expect.poll(rows).toContain('codex-mcp-client/0.169.0')
})

/** An empty home, and the key where the lines read it. */
function environmentOf(name: string): NodeJS.ProcessEnv {
  const home = join(folder, `home-${name}`)
  mkdirSync(join(home, '.codex'), { recursive: true })
  return {
    NODE_ENV: 'production',
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    PATH: `${bin}:${join(process.execPath, '..')}:/usr/bin:/bin`,
    TERM: 'dumb',
    SEXTANT_API_KEY: sextant.token,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
}

/** The lines of the page Connect, as they are pasted. */
function runLines(id: string, env: NodeJS.ProcessEnv): Promise<{ readonly stdout: string }> {
  const [block] = linesOf(id).setUp
  if (block.kind !== 'code') throw new Error(`There are no lines of ${id}.`)
  return runFile('/bin/sh', ['-ec', block.code], { cwd: env['HOME'], env })
}

function linesOf(id: string): ConnectLines {
  const way = connectClients.flatMap(({ ways }) => ways).find(each => each.id === id)
  if (way === undefined) throw new Error(`Connect has no way with the ID ${id}.`)
  return way.lines({
    address: sextant.url,
    model: 'scripted/echo',
    contextWindow: null,
    readsImages: false,
    apiKey: null,
  })
}

/** A model's call of a tool that reads the page about tides. */
function callOf(name: string): Script {
  return { kind: 'answer', toolCalls: [{ name, arguments: { url: `${site.origin}/tides` } }] }
}

function toolNames(request: RecordedRequest | undefined): string[] {
  return z
    .array(z.object({ function: z.object({ name: z.string() }) }))
    .parse(request?.json?.tools)
    .map(tool => tool.function.name)
}

/** The call is in the request log, and its result in the model's next request. */
async function expectToolCall(client: string): Promise<void> {
  const messages = sextant.upstream.requests.at(-1)?.json?.messages
  expect(JSON.stringify(messages?.at(-1))).toContain('The tide is low at noon.')
  const calls = async () => {
    const rows = await sextant.store.requests.list(sextant.teamId, { limit: 50 })
    return rows.filter(row => row.client === client).map(({ route, status }) => ({ route, status }))
  }
  // Rows are written behind the answers.
  await expect.poll(calls).toContainEqual({ route: 'mcp-scrape', status: 200 })
}

/** Codex as its editors start it: JSON lines on standard input and output. */
function startAppServer(env: NodeJS.ProcessEnv) {
  const child = spawn(join(bin, 'codex'), ['app-server'], {
    env,
    cwd: env['HOME'],
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const messageSchema = z.looseObject({
    id: z.number().optional(),
    method: z.string().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  })
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, method, result, error } = messageSchema.parse(JSON.parse(line))
    // It sends requests and notifications too.
    const answer = id === undefined || method !== undefined ? undefined : waiting.get(id)
    if (error === undefined) answer?.resolve(result)
    else answer?.reject(new Error(JSON.stringify(error)))
  })
  let ids = 0
  return {
    ask(method: string, params: object): Promise<unknown> {
      const answer = Promise.withResolvers<unknown>()
      waiting.set(++ids, answer)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ids, method, params })}\n`)
      return answer.promise
    },
    async [Symbol.asyncDispose]() {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill()
      await ended
    },
  }
}
