import { median } from './gateway-measures.ts'
import { toRow, type Row } from './row.ts'
import { startBrowser } from './start-browser.ts'
import { startOurViewer } from './viewer-ours.ts'
import { framesPerSecond } from './viewer-pan.ts'
import { startPeerViewer } from './viewer-peer.ts'
import { temporaryFolder } from './temporary-folder.ts'

const counts = [10_000, 100_000]
const rounds = 3
const goalFps = 40

/**
 * Panning a map of points in a browser without a GPU: our page compared with regl-scatterplot, alternating.
 */
export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const browser = await startBrowser()
  resources.defer(() => browser.close())
  const ours = resources.use(await startOurViewer(folder.path))
  const peer = resources.use(await startPeerViewer())

  const rows: Row[] = []
  for (const count of counts) {
    // One page at a time: a hidden page draws nothing but still uses memory.
    const measured = { ours: [] as number[], peer: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      measured.ours.push(await framesPerSecond(browser, page => ours.open(page, count)))
      measured.peer.push(await framesPerSecond(browser, page => peer.open(page, count)))
    }
    rows.push(
      toRow({
        name: `panning ${count.toLocaleString('en')} points without a GPU, median of ${rounds}`,
        unit: 'fps',
        ours: median(measured.ours),
        peer: median(measured.peer),
        peerName: peer.name,
        goal: goalFps,
        moreIsBetter: true,
      }),
    )
  }
  return rows
}
