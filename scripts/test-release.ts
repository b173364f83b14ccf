/**
 * `npm run test:release`: what a release is tested with beyond `npm test`, in at most 90 minutes. It fails only for a stage
 * that failed; a skipped one says why.
 */
import { lookup } from 'node:dns/promises'
import { run } from './test/run.ts'
import { toSummary } from './test/tally.ts'

interface Stage {
  readonly name: string
  /** Arguments of `npm run`. */
  readonly command: readonly string[]
  readonly minutesMax: number
  /** The stage is skipped where its address is unknown. */
  readonly host?: string
}

const stages: readonly Stage[] = [
  {
    name: 'hashes and known vulnerabilities',
    command: ['release:check'],
    minutesMax: 5,
    host: 'api.osv.dev',
  },
  { name: 'soak, and kills under load', command: ['test:soak'], minutesMax: 30 },
  { name: 'rate limits over several gateways', command: ['test:limits'], minutesMax: 20 },
  { name: 'crawl of 20,000 pages', command: ['test:crawl'], minutesMax: 5 },
  { name: 'upgrade on a million requests', command: ['test:upgrade'], minutesMax: 10 },
  {
    name: 'goals of speed and memory',
    command: ['bench', 'gateway', 'requests', 'library', 'documents'],
    minutesMax: 20,
  },
]

const tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
for (const stage of stages) tally[await pass(stage)] += 1
say(toSummary(tally))
process.exitCode = tally.failed > 0 ? 1 : 0

async function pass({ name, command, minutesMax, host }: Stage): Promise<'passed' | 'failed' | 'skipped'> {
  if (host !== undefined && !(await isKnown(host))) {
    say(`- ${name}: skipped, because ${host} cannot be resolved here`)
    return 'skipped'
  }
  const startedAt = performance.now()
  const code = await run('npm', ['run', '-s', ...command], { timeoutMs: minutesMax * 60_000 })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const end = code === null ? `, stopped or over ${minutesMax} min` : ''
  say(`${code === 0 ? '✓' : '✗'} ${name}: ${seconds} s${end}`)
  return code === 0 ? 'passed' : 'failed'
}

async function isKnown(host: string): Promise<boolean> {
  return await lookup(host).then(
    () => true,
    () => false,
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
