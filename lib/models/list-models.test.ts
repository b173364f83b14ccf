import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from './__fixtures__/small-model.ts'
import { chatModel, pretendFetched } from './http/__fixtures__/running-host.ts'
import { listModels } from './list-models.ts'
import { pullModel } from './pull-model.ts'
import { removeModel } from './remove-model.ts'

const quiet = { signal: new AbortController().signal, report: () => undefined }
const hub = { endpoint: 'https://hub.example', token: null }

test('a model is ready only with all files verified and unchanged', async () => {
  await using folder = await createFolder()
  expect(await stateOf(folder.path)).toBe('not_downloaded')

  await pretendFetched(folder.path)
  expect(await stateOf(folder.path)).toBe('ready')

  const [name = ''] = await readdir(join(folder.path, 'qwen2.5-coder-0.5b-instruct'))
  await truncate(join(folder.path, 'qwen2.5-coder-0.5b-instruct', name), 5)
  expect(await stateOf(folder.path)).toBe('unchecked')

  await rm(join(folder.path, 'qwen2.5-coder-0.5b-instruct', name))
  expect(await stateOf(folder.path)).toBe('not_downloaded')
})

test('removing deletes the whole folder and nothing else', async () => {
  await using folder = await createFolder()
  await pretendFetched(folder.path)
  await pretendFetched(folder.path, 'local/bge-small-en-v1.5')
  await removeModel(folder.path, chatModel)

  expect(await readdir(folder.path)).toEqual(['bge-small-en-v1.5'])
})

test('ids that are not in the catalog are rejected, whatever their form', async () => {
  await using folder = await createFolder()

  await expect(removeModel(folder.path, 'local/../..')).rejects.toThrow(/not in the catalog/)
  await expect(
    pullModel('nope', { modelsDir: folder.path, modelSources: ['file'], hub, ...quiet }),
  ).rejects.toThrow(/not in the catalog/)
})

test('pulling a downloaded model contacts no source', async () => {
  await using folder = await createFolder()
  await pretendFetched(folder.path)

  await pullModel(chatModel, { modelsDir: folder.path, modelSources: ['hub'], hub, ...quiet })
  expect(await stateOf(folder.path)).toBe('ready')
})

async function stateOf(modelsDir: string): Promise<string | undefined> {
  return (await listModels(modelsDir)).find(model => model.entry.id === chatModel)?.state
}
