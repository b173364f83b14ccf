import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { testOptions } from './__fixtures__/test-options.ts'
import { parseLimits } from './limits.ts'
import { createSeat } from './seat.ts'

// A busy machine forks and loads slowly.
vi.setConfig({ testTimeout: 120_000 })

test('whoever leaves while the file is on its way to the child is not worked for', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sextant-seat-'))
  const shared = { root, readable: [], searchPath: '/usr/bin:/bin', locale: 'C.UTF-8' }
  const seat = await createSeat({ ...shared, rssBytesMax: parseLimits.rssBytes, priority: 0 })
  const upload = path.join(root, 'file')
  await writeFile(upload, 'nobody reads this')
  const programs = { tesseract: false, ffmpeg: false, soffice: false }
  const job = { options: testOptions, limits: parseLimits, programs, engine: 'first' } as const
  const leaving = new AbortController()

  const running = seat.run(upload, job, () => Promise.reject(new Error('No tools here.')), leaving.signal)
  leaving.abort(new Error('gone'))

  await expect(running).rejects.toThrow('gone')
  await seat.retire()
  await rm(root, { recursive: true })
})
