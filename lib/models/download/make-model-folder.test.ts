import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeModelFolder } from './make-model-folder.ts'

async function newPlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'sextant-models-'))
  onTestFinished(() => rm(place, { recursive: true }))
  return place
}

test('a folder is made with those above it, and one that is there stays', async () => {
  const folder = join(await newPlace(), 'models/one')

  await makeModelFolder(folder)
  await makeModelFolder(folder)

  expect((await stat(folder)).isDirectory()).toBe(true)
})

test('a folder that cannot be written is named, with the setting that names another', async () => {
  const file = join(await newPlace(), 'file')
  await writeFile(file, '')

  await expect(makeModelFolder(join(file, 'one'))).rejects.toMatchObject({
    code: 'model_unavailable',
    message: `The folder ${file}/one cannot be written (ENOTDIR). Let this user write it, or name another with MODELS_DIR.`,
  })
})
