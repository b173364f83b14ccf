import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'

export const chromiumPath = [chromium.executablePath(), '/usr/bin/chromium'].find(path => existsSync(path))

/** A real browser with unbundled modules of the repository, served from loopback under their paths. */
export interface ClientBrowser extends AsyncDisposable {
  readonly context: BrowserContext
  /** A page with the module, given by its path in the repository, as the global `subject`, also after a reload. */
  page: (module: string) => Promise<Page>
}

/** @param answer handles paths that are not modules */
export async function openClientBrowser(
  answer: (path: string, response: ServerResponse) => void = (_path, response) => response.writeHead(404).end(),
): Promise<ClientBrowser> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/?')) sendPage(path.slice(2), response)
    else if (/^(?:\/[\w-]+)+\.ts$/.test(path)) void sendModule(path, response)
    else if (path.startsWith('/parser/')) void sendParser(path, response)
    else answer(path, response)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launch()
  const context = await browser.newContext()
  return {
    context,
    async page(module) {
      const page = await context.newPage()
      await page.goto(`${origin}/?${module}`)
      return page
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}

function launch(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

function sendPage(module: string, response: ServerResponse): void {
  // The load event waits for module scripts, and so does a reload.
  const script = `import * as subject from '/${module}'; globalThis.subject = subject`
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>t</title><body><script type="module">${script}</script>`)
}

async function sendModule(path: string, response: ServerResponse): Promise<void> {
  const source = await readFile(fileURLToPath(new URL(`../../..${path}`, import.meta.url)), 'utf8')
  const code = stripTypeScriptTypes(source)
    .replace(/from 'eventsource-parser'/, "from '/parser/index.js'")
    .replaceAll(/from '#(lib|components)\//g, "from '/$1/")
  response.setHeader('content-type', 'text/javascript').end(code)
}

async function sendParser(path: string, response: ServerResponse): Promise<void> {
  const index = import.meta.resolve('eventsource-parser')
  const code = await readFile(fileURLToPath(new URL(path.replace('/parser/', ''), index)), 'utf8')
  response.setHeader('content-type', 'text/javascript').end(code)
}
