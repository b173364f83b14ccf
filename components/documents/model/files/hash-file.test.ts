import { expect, test } from 'vitest'
import { hashFile } from './hash-file.ts'

test('files are hashed one after the other, each once', async () => {
  const gates = [Promise.withResolvers<ArrayBuffer>(), Promise.withResolvers<ArrayBuffer>()] as const
  const read: string[] = []
  const files = gates.map(({ promise }, at) =>
    Object.assign(new File(['a'], `${at}.txt`), {
      arrayBuffer() {
        read.push(`${at}.txt`)
        return promise
      },
    }),
  )

  const hashes = [...files, ...files].map(hashFile)
  await Promise.resolve()
  const readAtFirst = [...read]
  gates[0].resolve(new ArrayBuffer(1))
  await hashes[0]
  gates[1].resolve(new ArrayBuffer(2))

  expect(readAtFirst).toEqual(['0.txt'])
  expect(new Set(await Promise.all(hashes)).size).toBe(2)
  expect(read).toEqual(['0.txt', '1.txt'])
})

test('an unreadable file has no hash, and later ones have theirs', async () => {
  const gone = Object.assign(new File(['a'], 'gone.txt'), {
    arrayBuffer: () => Promise.reject(new DOMException('It could not be found.', 'NotFoundError')),
  })

  expect(await Promise.all([hashFile(gone), hashFile(new File(['a'], 'a.txt'))])).toEqual([
    null,
    'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
  ])
})
