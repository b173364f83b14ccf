/**
 * `npm run bench [name …] [-- --json FILE]`: runs the comparisons, prints a table each, and can write the rows.
 * `fidelity` also takes `--kind NAME`, repeatedly, and `--held-out`, which `answers` and `ranking` take too. `answers` also
 * takes `--mode NAME`, repeatedly, and `--sample NUMBER`; it and `tools` take `--model ID`, repeatedly, and `--part 1/4`; `ranking` takes
 * `--folder PATH`, and `gateway` takes `--against COMMIT`.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printRows } from './print-rows.ts'
import type { BenchmarkOptions } from './benchmark-options.ts'
import type { Row } from './row.ts'

type Benchmark = () => Promise<{ run(options: BenchmarkOptions): Promise<readonly Row[]> }>

const benchmarks: Readonly<Record<string, Benchmark>> = {
  answers: () => import('./answers.ts'),
  documents: () => import('./documents.ts'),
  embeddings: () => import('./embeddings.ts'),
  fidelity: () => import('./fidelity.ts'),
  gateway: () => import('./gateway.ts'),
  library: () => import('./library.ts'),
  map: () => import('./map.ts'),
  models: () => import('./models.ts'),
  pages: () => import('./pages.ts'),
  ranking: () => import('./ranking.ts'),
  requests: () => import('./requests.ts'),
  search: () => import('./search.ts'),
  spending: () => import('./spending.ts'),
  tools: () => import('./tools.ts'),
  viewer: () => import('./viewer.ts'),
  web: () => import('./web.ts'),
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    kind: { type: 'string', multiple: true, default: [] },
    'held-out': { type: 'boolean', default: false },
    folder: { type: 'string' },
    model: { type: 'string', multiple: true, default: [] },
    mode: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    against: { type: 'string' },
  },
  allowPositionals: true,
})
const [number = 1, of = 1] = values.part.split('/').map(Number)
const options = {
  kinds: values.kind,
  heldOut: values['held-out'],
  folder: values.folder ?? null,
  models: values.model,
  modes: values.mode,
  sample: values.sample === undefined ? null : Number(values.sample),
  part: { number, of },
  against: values.against ?? null,
}
const names = positionals.length > 0 ? positionals : Object.keys(benchmarks)
const rows: Row[] = []
for (const name of names) {
  const load = benchmarks[name]
  if (!load) throw new Error(`Unknown benchmark "${name}". Available: ${Object.keys(benchmarks).join(', ')}.`)
  const measured = await (await load()).run(options)
  printRows(name, measured)
  rows.push(...measured.map(row => ({ ...row, name: `${name}: ${row.name}` })))
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
process.exitCode = rows.some(row => row.ok === false) ? 1 : 0
