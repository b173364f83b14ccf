import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { expect, test } from 'vitest'
import { createContent, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { serving, startHubServer } from '#lib/models/sources/__fixtures__/hub-server.ts'
import { fetchFile } from './fetch-file.ts'
import { createHubSource, createOpenUrl } from '#lib/models/sources/create-sources.ts'

const content = createContent(4_000_000)
const file = createFile(content, { hub: { repository: 'Some/Model', revision: 'abc', path: 'weights.gguf' } })

test.skipIf(!canMount())('a disk that fills up during a write is reported as full', async () => {
  await using folder = await createFolder()
  await using disk = await mountDisk(join(folder.path, 'disk'), '1m')
  await using hub = await startHubServer(serving(content))
  const { host } = new URL(hub.origin)
  const source = createHubSource({
    openUrl: createOpenUrl({ allow: [host] }),
    hub: { endpoint: hub.origin, token: null },
  })

  await expect(
    fetchFile({
      file,
      path: join(disk.path, file.name),
      packageDir: join(disk.path, '.packages'),
      sources: [source],
      refusals: new Map(),
      signal: AbortSignal.timeout(10_000),
      report: () => undefined,
    }),
  ).rejects.toThrow(
    expect.objectContaining({ code: 'storage_full', message: expect.stringContaining(disk.path) }),
  )
})

/** A separate file system requires root, and a kernel that allows it. */
function canMount(): boolean {
  if (getuid?.() !== 0) return false
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function mountDisk(path: string, size: string): Promise<AsyncDisposable & { path: string }> {
  await mkdir(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  return {
    path,
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['-l', path])
    },
  }
}
