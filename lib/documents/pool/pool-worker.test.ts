import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi, describe } from 'vitest'
import { testOptions } from '#lib/documents/__fixtures__/test-options.ts'
import { parseLimits } from '#lib/documents/limits.ts'
import { createPoolWorker } from './pool-worker.ts'
import { findSandbox } from './sandbox.ts'
import { childPids, commandLine } from '#lib/documents/__fixtures__/child-pids.ts'
import { createTestPool } from '#lib/documents/__fixtures__/test-pool.ts'

describe('worker', () => {
  // On a busy machine, forking and loading are slow.
  vi.setConfig({ testTimeout: 120_000 })

  test('an abort while the file is being transferred stops the work', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'sextant-worker-'))
    const searchPath = '/usr/bin:/bin'
    const sandbox = await findSandbox(searchPath)
    const shared = { root, readable: [], searchPath, locale: 'C.UTF-8', sandbox }
    const worker = await createPoolWorker({ ...shared, rssBytesMax: parseLimits.rssBytes, priority: 0 })
    const upload = path.join(root, 'file')
    await writeFile(upload, 'unused text')
    const programs = { tesseract: false, ffmpeg: false, soffice: false }
    const job = { options: testOptions, limits: parseLimits, programs, engine: 'first' } as const
    const leaving = new AbortController()

    const running = worker.run(
      upload,
      job,
      {
        answer: () => Promise.reject(new Error('This test has no tools.')),
        onStep: () => undefined,
      },
      leaving.signal,
    )
    leaving.abort(new Error('gone'))

    await expect(running).rejects.toThrow('gone')
    await worker.retire()
    await rm(root, { recursive: true })
  })
})

test('a worker can read the application and its own folder, not the data folder, and has no secrets', async () => {
  await using pool = await createTestPool()
  await pool.parse(Buffer.from('words'))
  const [pid = 0] = childPids()

  const args = commandLine(pid)
  const readable = [...args.matchAll(/--allow-fs-read=(\S+)/g)].map(([, path = '']) => path)
  expect(args).toContain('--permission')
  expect(
    readable.filter(path => /(^|\/)(lib|node_modules)\/\*$|\/package\.json$|\/child-\w+\/\*$/.test(path)),
  ).toEqual(readable)
})
