import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createContent, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { createLocalFileSource } from './local-file.ts'

const content = createContent(1000)
const file = createFile(content)

test('a file that lies in the models folder is taken over and stays there', async () => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, file.name), content)
  await fetchFrom(folder.path)

  expect((await readFile(join(folder.path, 'x.part'))).equals(content)).toBe(true)
  expect((await readFile(join(folder.path, file.name))).equals(content)).toBe(true)
})

test('a file of another size is refused with both sizes', async () => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, file.name), 'short')

  await expect(fetchFrom(folder.path)).rejects.toThrow(/5 bytes instead of 1000/)
})

test('no file is a plain reason', async () => {
  await using folder = await createFolder()

  await expect(fetchFrom(folder.path)).rejects.toThrow(/is not in/)
})

async function fetchFrom(modelsDir: string): Promise<void> {
  await createLocalFileSource({ modelsDir }).fetch({
    file,
    partPath: join(modelsDir, 'x.part'),
    packageDir: modelsDir,
    signal: new AbortController().signal,
    report: () => undefined,
  })
}
