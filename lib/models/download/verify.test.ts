import { rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createContent, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { fileState, markVerified, removeFile, verifyFile } from './verify.ts'

const content = createContent(1000)
const file = createFile(content)

test('only the right hash verifies a file', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, file.name)
  expect(await fileState(path, file)).toBe('missing')

  await writeFile(path, content)
  expect(await fileState(path, file)).toBe('unverified')
  expect(await verifyFile(path, file)).toBe(true)
  await markVerified(path, file)
  expect(await fileState(path, file)).toBe('verified')

  await removeFile(path)
  expect(await fileState(path, file)).toBe('missing')
})

test('a file changed after its verification is unverified', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, file.name)
  await writeFile(path, content)
  await markVerified(path, file)
  await utimes(path, new Date(), new Date(Date.now() + 5000))

  expect(await fileState(path, file)).toBe('unverified')
})

test('bytes of the same size with the former modification time are unverified', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, file.name)
  await writeFile(path, content)
  await markVerified(path, file)
  const { atime, mtime } = await stat(path)
  await writeFile(path, createContent(1000).reverse())
  await utimes(path, atime, mtime)

  expect(await fileState(path, file)).toBe('unverified')
})

test('another file in its place is unverified, even with both times', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, file.name)
  await writeFile(path, content)
  await markVerified(path, file)
  const { atime, mtime } = await stat(path)
  await writeFile(`${path}.other`, createContent(1000).reverse())
  await utimes(`${path}.other`, atime, mtime)
  await rename(`${path}.other`, path)

  expect(await fileState(path, file)).toBe('unverified')
})

test('a marker for other bytes, or a damaged one, verifies nothing', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, file.name)
  await writeFile(path, content)
  await markVerified(path, { ...file, sha256: 'other' })
  expect(await fileState(path, file)).toBe('unverified')

  await writeFile(`${path}.verified`, '{broken')
  expect(await fileState(path, file)).toBe('unverified')
})

test('wrong bytes and wrong sizes are distinguished', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, file.name)
  await writeFile(path, createContent(1000).reverse())
  expect(await verifyFile(path, file)).toBe(false)

  await writeFile(path, 'short')
  expect(await fileState(path, file)).toBe('wrong_size')
})
