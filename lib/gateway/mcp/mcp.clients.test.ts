import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startWebServer, typed, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { runFile } from '#lib/gateway/__fixtures__/run-file.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { connectClients } from '#lib/snippets/connect/all-clients.ts'

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
  const way = connectClients.flatMap(({ ways }) => ways).find(each => each.id === id)
  const lines = way?.lines({
    address: sextant.url,
    model: '',
    contextWindow: null,
    readsImages: false,
    apiKey: null,
  })
  const [block] = lines?.setUp ?? []
  if (block?.kind !== 'code') throw new Error(`There are no lines of ${id}.`)
  return runFile('/bin/sh', ['-ec', block.code], { cwd: env['HOME'], env })
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
