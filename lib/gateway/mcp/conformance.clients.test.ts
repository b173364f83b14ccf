import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { install } from '#lib/gateway/__fixtures__/client-programs.ts'
import { runFile } from '#lib/gateway/__fixtures__/run-file.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'

// Run with `npm run test:clients`: it installs the conformance suite of MCP into a temporary folder.

const folder = mkdtempSync(join(tmpdir(), 'sextant-mcp-conformance-'))

let sextant: TestGateway
let proxy: AsyncDisposable & { readonly url: string }
beforeAll(async () => {
  await install(folder, { '@modelcontextprotocol/conformance': '0.2.0-alpha.12' })
  sextant = await startTestGateway({ models: [{ id: 'words', kind: 'rerank', upstream: 'words' }] })
  proxy = await startProxy(sextant)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await sextant[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Checks that need tools of the suite's own server, and a list of prompts, which Sextant has none of. */
const notApplicable: Readonly<Record<string, readonly string[]>> = {
  caching: ['sep-2549-prompts-list-caching-hints'],
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
}

test.each([
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'server-session-lifecycle'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'resources-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2025-11-25', 'server-sse-multiple-streams'],
  ['2026-07-28', 'server-stateless'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'resources-list'],
  ['2026-07-28', 'sep-2164-resource-not-found'],
  ['2026-07-28', 'caching'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2026-07-28', 'http-header-validation'],
  ['2026-07-28', 'server-sse-multiple-streams'],
])('the conformance suite for version %s passes %s', async (version, scenario) => {
  const checks = await runScenario(version, scenario)

  expect(checks.filter(({ result }) => result === 'SUCCESS').length).toBeGreaterThan(0)
  expect(checks.flatMap(({ id, result }) => (result === 'FAILURE' ? [id] : []))).toEqual(
    notApplicable[scenario] ?? [],
  )
})

interface Check {
  readonly id: string
  readonly result: string
}

async function runScenario(version: string, scenario: string): Promise<readonly Check[]> {
  const program = join(folder, 'node_modules', '.bin', 'conformance')
  const args = ['server', '--url', proxy.url, '--scenario', scenario, '--spec-version', version]
  const env = {
    NODE_ENV: 'production' as const,
    HOME: folder,
    PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`,
  }
  // It exits with 1 if a check fails, also one that is not applicable.
  const output = await runFile('/bin/sh', ['-c', '"$0" "$@" 2>&1 || true', program, ...args], { env })
  const lines = stripVTControlCharacters(output.stdout).matchAll(/\[([\w-]+) *\] (SUCCESS|FAILURE) /g)
  return [...lines].map(([, id = '', result = '']) => ({ id, result }))
}

/** Adds the key, for which the suite has no option. */
async function startProxy({ url, token }: TestGateway): Promise<AsyncDisposable & { readonly url: string }> {
  const { hostname, port } = new URL(url)
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const { method, url: path } = incoming
    const onward = request({ hostname, port, path, method, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    // The suite leaves streams that it listens to.
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
