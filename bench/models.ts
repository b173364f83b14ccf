import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDirect, startProduct, type Speed } from './models-targets.ts'
import { toRow, type Row } from './row.ts'

const question = 'Count from one to two hundred in English words, separated by commas.'
const tokens = 64
const rounds = 7

/** An embedded model through the whole product, beside the engine called directly; they take turns in one run. */
export async function run(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-bench-'))
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rmSync(folder, { recursive: true, force: true }))
  const product = resources.use(await startProduct(folder))
  const direct = resources.use(await startDirect())
  await product.measure(question, 8)
  await direct.measure(question, 8)
  const [ours, peer]: [Speed[], Speed[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await product.measure(question, tokens))
    peer.push(await direct.measure(question, tokens))
  }
  const peerSpeed = median(peer.map(speed => speed.tokensPerSecond))
  return [
    toRow({
      name: 'tokens a second, 0.5B',
      unit: '1/s',
      ours: median(ours.map(speed => speed.tokensPerSecond)),
      peer: peerSpeed,
      peerName: 'node-llama-cpp',
      goal: 0.95 * peerSpeed,
      moreIsBetter: true,
    }),
    toRow({
      name: 'time to first token, p50',
      unit: 'ms',
      ours: median(ours.map(speed => speed.firstMs)),
      peer: median(peer.map(speed => speed.firstMs)),
      peerName: 'node-llama-cpp',
    }),
  ]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
