import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from './free-port.ts'
import { startProcess } from './start-process.ts'

const root = join(import.meta.dirname, '..')
const hydratedWithinMs = 120_000

export interface BenchConsole extends AsyncDisposable {
  readonly url: string
}

/** The server as `npm start` runs it, with a scripted provider and its data in a folder. */
export async function startConsole(folder: string): Promise<BenchConsole> {
  const [port, upstreamPort] = [await freePort(), await freePort()]
  const configuration = join(folder, 'sextant.yaml')
  writeFileSync(
    configuration,
    `providers:\n  - { id: scripted, kind: openai, baseUrl: "http://127.0.0.1:${upstreamPort}/v1" }\n`,
  )
  await using starting = new AsyncDisposableStack()
  starting.use(
    await startProcess(
      process.execPath,
      [join(root, 'e2e/support/scripted-upstream.ts'), String(upstreamPort)],
      { ready: async () => (await fetch(`http://127.0.0.1:${upstreamPort}/v1/models`)).ok },
    ),
  )
  const url = `http://localhost:${port}`
  starting.use(
    await startProcess(process.execPath, [join(root, 'bin/start.ts')], {
      cwd: root,
      env: {
        PORT: String(port),
        SEXTANT_CONFIG: configuration,
        SEXTANT_DATA_DIR: join(folder, 'data'),
        MODEL_SOURCES: 'file',
      },
      ready: async () => (await fetch(`${url}/readyz`)).ok && (await fetch(`${url}/chat`)).ok,
      patienceMs: 240_000,
    }),
  )
  const started = starting.move()
  return { url, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** Waits until the page is hydrated: input before may be lost. */
export async function comeAlive(page: Page): Promise<void> {
  for (const deadline = Date.now() + hydratedWithinMs; Date.now() < deadline;) {
    await page.locator('body').press('/')
    if (await page.evaluate(() => document.activeElement?.matches('[data-main-input]'))) return
    await page.waitForTimeout(100)
  }
  throw new Error(`${page.url()} was not hydrated in time.`)
}
