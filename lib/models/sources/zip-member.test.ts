import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createContent, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { createZip } from './__fixtures__/zip.ts'
import { readZipMember } from './zip-member.ts'

const content = createContent(50_000)

test('one member is read, whatever else is in the archive', async () => {
  expect(await read({ 'a.bin': createContent(10), 'data/b.bin': content }, 'data/b.bin')).toEqual(content)
})

test('a member that is not there is named', async () => {
  await expect(read({ 'a.bin': content }, 'b.bin')).rejects.toThrow(/has no member b.bin/)
})

test('a cut archive is an error, not a short file', async () => {
  await expect(read({ 'a.bin': content }, 'a.bin', 20_000)).rejects.toThrow(/central directory/i)
})

async function read(members: Record<string, Uint8Array>, member: string, cutAt?: number): Promise<Buffer> {
  await using folder = await createFolder()
  const path = join(folder.path, 'x.whl')
  await writeFile(path, createZip(members).subarray(0, cutAt))
  return Buffer.concat(await Array.fromAsync(readZipMember(path, member)))
}
