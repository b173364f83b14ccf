import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { callLarge, measureThroughput, medianRatio } from './gateway-measures.ts'
import { startSextant, startUpstream, type Target } from './gateway-targets.ts'
import { type Row, toRow } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const requests = 10_000

/** CPU of a request here and at an earlier commit, which runs with the packages of this one. */
export async function compareWithCommit(commit: string): Promise<readonly Row[]> {
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const upstream = await startUpstream()
  resources.use(upstream.process)
  const start = async (options: { source: string; budget?: string }): Promise<Target> => {
    const target = await startSextant([upstream.port], folder.path, options)
    if (target.process) resources.use(target.process)
    return target
  }
  const source = unpack(commit, folder.path)
  const [ours, earlier] = [await start({ source: root }), await start({ source })]
  const budget = '100000/month'
  const [budgeted, budgetedEarlier] = [await start({ source: root, budget }), await start({ source, budget })]

  const plain = await measureThroughput([ours, earlier, budgeted, budgetedEarlier], requests)
  const large = await measureThroughput([ours, earlier], requests, callLarge)
  const rows = [
    ['', medianRatio(plain, ours, earlier)],
    [' with a budget', medianRatio(plain, budgeted, budgetedEarlier)],
    [' of 32 KB', medianRatio(large, ours, earlier)],
  ] as const
  return rows.map(([name, ratio]) =>
    toRow({
      name: `CPU of a request${name}, median of ten pairs`,
      unit: '×',
      ours: ratio,
      peer: 1,
      peerName: `commit ${commit}`,
      goal: 1,
    }),
  )
}

function unpack(commit: string, parent: string): string {
  const folder = mkdtempSync(join(parent, 'earlier-'))
  const archive = join(folder, 'earlier.tar')
  execFileSync('git', ['archive', '--output', archive, commit, 'bin', 'lib', 'package.json'], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
