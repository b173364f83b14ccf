import { linksOf } from './map-links.ts'
import { startMapServer } from './map-ours.ts'
import { startPeerTree } from './map-peer.ts'
import { median } from './gateway-measures.ts'
import { toRow, type Row } from './row.ts'
import { startBrowser } from './start-browser.ts'
import { temporaryFolder } from './temporary-folder.ts'

const count = 100_000
const rounds = 3

/**
 * A map of 100,000 links in a browser: expanded, searched and scrolled like a user, compared with a peer's
 * tree of the same links.
 */
export async function run(): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const browser = await startBrowser()
  resources.defer(() => browser.close())
  const ours = resources.use(await startMapServer(folder.path))
  const peer = resources.use(await startPeerTree())

  const links = linksOf(count)
  const figures = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    figures.push(await ours.measure(browser, links))
    theirs.push(await peer.measure(browser, links, 'setOpen'))
  }
  // Once: it takes tens of seconds.
  const expandAllMs = await peer.measure(browser, links, 'expandAll')
  const size = `${count.toLocaleString('en')} links`
  const expandMs = median(figures.map(each => each.expandMs))
  const setOpenMs = median(theirs)
  return [
    toRow({
      name: `expanding all folders of ${size}, rendered, median of ${rounds}`,
      unit: 'ms',
      ours: expandMs,
      peer: setOpenMs,
      peerName: `${peer.name}, state set at once, not rendered`,
      goal: Math.min(2000, setOpenMs),
    }),
    toRow({
      name: 'with its own expand function',
      unit: 'ms',
      ours: expandMs,
      peer: expandAllMs,
      peerName: `${peer.name}, expandAll()`,
    }),
    toRow({
      name: `filtering ${size}, from key press to screen`,
      unit: 'ms',
      ours: median(figures.map(each => each.filterMs)),
      goal: 200,
    }),
    toRow({
      name: `scrolling the expanded tree of ${size} without a GPU`,
      unit: 'fps',
      ours: median(figures.map(each => each.scrollFps)),
      goal: 50,
      moreIsBetter: true,
    }),
  ]
}
