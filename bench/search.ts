import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchCompletionSchema } from '#lib/contracts/api/search/search-answer.ts'
import { freePort } from './free-port.ts'
import { median } from './gateway-measures.ts'
import { startUpstream } from './gateway-targets.ts'
import { toRow, type Row } from './row.ts'
import { startSearchServers } from './search-servers.ts'
import { startProcess } from './start-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const rounds = 60
const warmUp = 10
const modes = [
  { optimizationMode: 'balanced', goal: 60 },
  { optimizationMode: 'speed', goal: 10 },
] as const
const answerers = [
  { named: 'a language model', chatModel: { model: 'up/chunks-40' } },
  { named: 'local/extractive', chatModel: { provider: 'local', model: 'extractive' } },
] as const

/** Our own overhead of a search; models, backends and pages are scripted. */
export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const upstream = await startUpstream()
  resources.use(upstream.process)
  const { search, site } = await startSearchServers()
  resources.use(search)
  resources.use(site)
  const config = join(folder.path, 'sextant.yaml')
  const provider = `{ id: up, kind: openai, baseUrl: "http://127.0.0.1:${upstream.port}/v1" }`
  writeFileSync(
    config,
    `providers: [${provider}]\ndefaults: { embeddings: up/vectors-384 }\nsearch: { searxng: { baseUrl: "http://${search.host}" } }\n`,
  )
  const key = randomBytes(24).toString('hex')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  resources.use(
    await startProcess(process.execPath, [join(import.meta.dirname, '../bin/gateway.ts')], {
      env: {
        PORT: String(port),
        SEXTANT_CONFIG: config,
        SEXTANT_DATA_DIR: join(folder.path, 'data'),
        SEXTANT_CONSOLE: 'off',
        SEXTANT_INITIAL_API_KEY: key,
        ALLOW_PRIVATE_HOSTS: site.host,
      },
      ready: async () => (await fetch(`${url}/readyz`)).ok,
    }),
  )

  const rows: Row[] = []
  for (const { optimizationMode, goal } of modes) {
    for (const { named, chatModel } of answerers) {
      const overheads: number[] = []
      for (let round = 0; round < warmUp + rounds; round++) {
        const query = `How were word${round % 4} and tides measured in ${1700 + (round % 20)}?`
        const overheadMs = await measure(url, key, { query, optimizationMode, chatModel })
        if (round >= warmUp) overheads.push(overheadMs)
      }
      rows.push(
        toRow({
          name: `overhead of a search, ${optimizationMode}, answered by ${named}, p50`,
          unit: 'ms',
          ours: median(overheads),
          goal,
        }),
      )
    }
  }
  return rows
}

async function measure(url: string, key: string, params: object): Promise<number> {
  const response = await fetch(`${url}/v1/web`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sextant-ai-search', params }),
  })
  if (!response.ok) throw new Error(`the search returned ${response.status}: ${await response.text()}`)
  const { choices } = searchCompletionSchema.parse(await response.json())
  if (choices[0]?.message.sources.length === 0) throw new Error('the search returned no results')
  return Number(response.headers.get('sextant-overhead-ms'))
}
