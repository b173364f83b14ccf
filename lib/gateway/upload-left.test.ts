import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import {
  eventually,
  extraction,
  filePart,
  formOf,
  openUpload,
  upload,
  uploadFolders,
} from './__fixtures__/upload.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let sextant: TestGateway
beforeAll(async () => (sextant = await startTestGateway()))
afterAll(async () => await sextant[Symbol.asyncDispose]())
const keyed = (): Record<string, string> => ({ authorization: `Bearer ${sextant.token}` })

describe('when the client disconnects', () => {
  test('a truncated upload leaves nothing', async () => {
    const { outgoing, answer } = openUpload(sextant.url, {
      ...keyed(),
      'content-type': 'multipart/form-data; boundary=b',
      'transfer-encoding': 'chunked',
    })
    outgoing.write(`--b\r\n${filePart('most of it')}`)
    await eventually(async () => expect(await uploadFolders(sextant.dataDir)).toHaveLength(1))
    outgoing.destroy()

    await expect(answer).rejects.toThrow(/socket hang up|aborted|ECONNRESET/)
    await eventually(async () => expect(await uploadFolders(sextant.dataDir)).toEqual([]))
  })

  test('a form that ends too early is a client error', async () => {
    const answer = await upload(sextant, `--b\r\n${filePart('most of it')}`, {
      ...keyed(),
      'content-type': 'multipart/form-data; boundary=b',
    })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_value' } })
  })

  test('work on its file is aborted, and the file removed', async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    await using waiting = await startTestGateway({
      files: {
        upload: async (_, __, { signal }) => {
          begun.resolve(signal)
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          )
          return extraction
        },
      },
    })
    const leaving = new AbortController()
    const answer = fetch(`${waiting.url}/upload`, { method: 'POST', body: formOf(), signal: leaving.signal })
    const signal = await begun.promise
    leaving.abort()

    await expect(answer).rejects.toThrow(/abort/)
    await eventually(() => expect(signal.aborted).toBe(true))
    await eventually(async () => expect(await uploadFolders(waiting.dataDir)).toEqual([]))
  })
})

test('files of a killed gateway are removed at the next start', async () => {
  await using first = await startTestGateway()
  const left = join(first.dataDir, 'uploads', 'upload-left')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'upload'), 'secret')
  await using second = await startTestGateway({ config: { dataDir: first.dataDir } })

  expect(second.url).not.toBe(first.url)
  await expect(readFile(join(left, 'upload'))).rejects.toThrow(/ENOENT/)
})
