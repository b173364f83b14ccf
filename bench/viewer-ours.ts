import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { freePort } from './free-port.ts'
import { startProcess } from './start-process.ts'

const root = join(import.meta.dirname, '..')
const patience = { timeout: 180_000 }

export interface MapUnderTest extends AsyncDisposable {
  readonly name: string
  /** Shows this many points; resolves with the map to drag once all computations have ended. */
  open(page: Page, count: number): Promise<Locator>
}

/**
 * The server as `npm start` runs it: a file of texts is dropped, embedded by a scripted provider, and laid
 * out.
 */
export async function startOurViewer(folder: string): Promise<MapUnderTest> {
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
      {
        ready: async () => (await fetch(`http://127.0.0.1:${upstreamPort}/v1/models`)).ok,
      },
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
      ready: async () => (await fetch(`${url}/readyz`)).ok && (await fetch(`${url}/embeddings`)).ok,
      patienceMs: 240_000,
    }),
  )
  const started = starting.move()
  return {
    name: 'Sextant',
    async open(page, count) {
      await page.goto(`${url}/embeddings?models=scripted/map`)
      const file = join(folder, `texts-${count}.txt`)
      writeFileSync(file, textsOf(count))
      await page.getByLabel('File of texts').setInputFiles(file)
      await page
        .getByText(`${count.toLocaleString('en')} texts`)
        .first()
        .waitFor(patience)
      await page.getByRole('button', { name: /^Run/ }).click()
      await page.getByText(/the picture keeps [\d.]+ %/).waitFor(patience)
      return page.getByRole('application')
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

function textsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `text ${index} of topic ${index % 7}\n`).join('')
}
