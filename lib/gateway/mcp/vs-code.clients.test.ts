import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { installVsCode, startVsCode, vsCodeVersion } from '#lib/gateway/__fixtures__/vs-code.ts'
import { connectClients } from '#lib/snippets/connect/all-clients.ts'

// Run with `npm run test:clients`: it installs VS Code for browsers into a temporary folder, and adds the lines of the
// page Connect to it. A screenshot of its output is in the reports.

const folder = mkdtempSync(join(tmpdir(), 'sextant-vs-code-'))
const executablePath = [
  process.env['PLAYWRIGHT_CHROMIUM_PATH'] ?? '',
  chromium.executablePath(),
  '/usr/bin/chromium',
].find(existsSync)

let site: WebServer
let sextant: TestGateway
beforeAll(async () => {
  await installVsCode(folder)
  site = await startWebServer({
    '/tides': '<title>Tides</title><main><p>The tide is low at noon.</p></main>',
  })
  sextant = await startTestGateway({
    allowPrivateHosts: [site.host],
    timers: { firstEventMs: 30_000, plainMs: 30_000, keepAliveMs: 5_000 },
  })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

test('VS Code lists and calls the tools after the pasted lines', { timeout: 600_000 }, async () => {
  const way = connectClients.flatMap(({ ways }) => ways).find(({ id }) => id === 'mcp-vs-code')
  const output = join(folder, 'output.json')
  await using vsCode = await startVsCode(
    folder,
    join(import.meta.dirname, '../__fixtures__/clients/vs-code-extension.mjs'),
    { SEXTANT_TEST_PAGE: `${site.origin}/tides`, SEXTANT_TEST_OUTPUT: output },
  )
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  await using _browser = { [Symbol.asyncDispose]: () => browser.close() }
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  page.setDefaultTimeout(120_000)
  page.setDefaultNavigationTimeout(120_000)
  await page.goto(vsCode.url)
  const answer = () => (existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : null)
  await expect.poll(answer, { timeout: 120_000 }).toEqual({ state: 'started' })

  await run(page, 'MCP: Open User Configuration')
  await expect.poll(() => existsSync(vsCode.mcpFile), { timeout: 60_000 }).toBe(true)
  writeFileSync(vsCode.mcpFile, fileOf(way))
  await run(page, 'MCP: List Servers')
  await choose(page, 'sextant')
  await choose(page, 'Start Server')

  await expect.poll(answer, { timeout: 120_000 }).toEqual({
    state: 'done',
    tools: expect.arrayContaining(['mcp_sextant_scrape', 'mcp_sextant_map', 'mcp_sextant_parse_document']),
    text: expect.stringContaining('The tide is low at noon.'),
  })
  const shown = async () => (await page.locator('.part.panel .view-line').allInnerTexts()).join('\n')
  await expect.poll(shown, { timeout: 60_000 }).toMatch(/Discovered\s\d\stools/)
  await page.screenshot({ path: '.reports/vs-code.png' })
  const rows = async () => {
    const all = await sextant.store.requests.list(sextant.teamId, { limit: 5 })
    return all.map(({ route, status, client }) => ({ route, status, client }))
  }
  // Rows are written behind the answers.
  const client = `code-server/${vsCodeVersion(folder)}`
  await expect.poll(rows, { timeout: 10_000 }).toEqual([{ route: 'mcp-scrape', status: 200, client }])
})

type Way = (typeof connectClients)[number]['ways'][number]

/** The file of the page Connect. */
function fileOf(way: Way | undefined): string {
  const lines = way?.lines({
    address: sextant.url,
    model: '',
    contextWindow: null,
    readsImages: false,
    apiKey: sextant.token,
  })
  const block = lines?.setUp.find(({ kind }) => kind === 'code')
  if (block?.kind !== 'code') throw new Error('Connect has no file for VS Code.')
  return block.code
}

/** Runs a command of its palette. */
async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('F1')
  await choose(page, `>${command}`)
}

/** Chooses from a list once the entry is there. */
async function choose(page: Page, text: string): Promise<void> {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: text.replace(/^>/, '') })
  await page.locator('.quick-input-widget input.input').fill(text)
  await row.waitFor()
  // Others may be before it.
  while ((await row.and(page.locator('.focused')).count()) === 0) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await row.waitFor({ state: 'hidden' })
}
