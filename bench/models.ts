import { startDirect, startServer, type Speed } from './models-targets.ts'
import { median } from './gateway-measures.ts'
import { toRow, type Row } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'

const question = 'Count from one to two hundred in English words, separated by commas.'
const tokens = 64
const rounds = 7

/** An embedded model through the whole server compared with direct engine calls, alternating in one run. */
export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const server = resources.use(await startServer(folder.path))
  const direct = resources.use(await startDirect())
  await server.measure(question, 8)
  await direct.measure(question, 8)
  const [ours, peer]: [Speed[], Speed[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await server.measure(question, tokens))
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
