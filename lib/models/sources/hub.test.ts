import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createContent, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { answering, cutAfter, serving, startHubServer, type HubServer } from './__fixtures__/hub-server.ts'
import { createHubSource } from './hub.ts'
import { createOpenUrl } from './open-guarded-url.ts'
import { SourceUnavailable } from './source.ts'

const content = createContent()
const file = createFile(content, {
  hub: { repository: 'Some/Model', revision: 'abc123', path: 'sub/weights.gguf' },
})

test('a file is read at its pinned revision', async () => {
  await using hub = await startHubServer(serving(content))
  const { bytes, reported } = await fetchFrom(hub)

  expect(bytes.equals(content)).toBe(true)
  expect(hub.requests.map(request => request.path)).toEqual(['/Some/Model/resolve/abc123/sub/weights.gguf'])
  expect(reported.at(-1)).toBe(content.length)
})

test('the bytes that are there already are not fetched again', async () => {
  await using hub = await startHubServer(serving(content))
  const { bytes } = await fetchFrom(hub, { already: content.subarray(0, 40_000) })

  expect(bytes.equals(content)).toBe(true)
  expect(hub.requests.map(request => request.range)).toEqual(['bytes=40000-'])
})

test('a complete file is not asked for', async () => {
  await using hub = await startHubServer(answering(500))
  const { bytes } = await fetchFrom(hub, { already: content })

  expect(bytes.equals(content)).toBe(true)
  expect(hub.requests).toEqual([])
})

test('a server without ranges makes it start again', async () => {
  await using hub = await startHubServer((_request, response) => response.writeHead(200).end(content))
  const { bytes } = await fetchFrom(hub, { already: createContent(50_000).reverse() })

  expect(bytes.equals(content)).toBe(true)
})

test('a refused range makes it start again', async () => {
  await using hub = await startHubServer(answering(416), serving(content))
  const { bytes } = await fetchFrom(hub, { already: Buffer.alloc(10) })

  expect(bytes.equals(content)).toBe(true)
  expect(hub.requests.map(request => request.range)).toEqual(['bytes=10-', undefined])
})

test('a cut connection goes on where it ended', async () => {
  await using hub = await startHubServer(
    cutAfter(content, 30_000),
    cutAfter(content, 30_000),
    serving(content),
  )
  const { bytes } = await fetchFrom(hub)

  expect(bytes.equals(content)).toBe(true)
  expect(hub.requests.map(request => request.range)).toEqual([undefined, 'bytes=30000-', 'bytes=60000-'])
})

test('redirects are followed, and the token stays at home', async () => {
  await using store = await startHubServer(serving(content))
  await using hub = await startHubServer(answering(302, { location: `${store.origin}/blob?sig=1` }))
  const { bytes } = await fetchFrom(hub, { token: 'hf_secret', allow: [new URL(store.origin).host] })

  expect(bytes.equals(content)).toBe(true)
  expect(hub.requests[0]?.authorization).toBe('Bearer hf_secret')
  expect(store.requests).toEqual([{ path: '/blob?sig=1', range: undefined, authorization: undefined }])
})

test('a redirect to a private address that nobody named is not followed', async () => {
  await using store = await startHubServer(serving(content))
  await using hub = await startHubServer(answering(302, { location: store.origin }))

  await expect(fetchFrom(hub)).rejects.toThrow(/not public/)
  expect(store.requests).toEqual([])
})

test.each([401, 403])('%d means that the hub refuses, once and for all', async status => {
  await using hub = await startHubServer(answering(status))

  await expect(fetchFrom(hub)).rejects.toThrow(SourceUnavailable)
  expect(hub.requests).toHaveLength(1)
})

test('404 is about this file alone and is not tried again', async () => {
  await using hub = await startHubServer(answering(404))

  const failure = fetchFrom(hub)
  await expect(failure).rejects.toThrow(/answered 404/)
  await expect(failure).rejects.not.toThrow(SourceUnavailable)
  expect(hub.requests).toHaveLength(1)
})

test('an answer that is longer than the file is refused', async () => {
  await using hub = await startHubServer((_request, response) =>
    response.writeHead(200).end(Buffer.concat([content, content])),
  )

  await expect(fetchFrom(hub)).rejects.toThrow(/longer than/)
})

test('a hub that cannot be reached is out of reach', async () => {
  const hub = await startHubServer(serving(content))
  await hub[Symbol.asyncDispose]()

  await expect(fetchFrom(hub)).rejects.toThrow(SourceUnavailable)
})

test('a busy hub is asked again', async () => {
  await using hub = await startHubServer(answering(503), answering(429), serving(content))
  const { bytes } = await fetchFrom(hub)

  expect(bytes.equals(content)).toBe(true)
})

test('cancelling ends it at once and keeps what is there', async () => {
  await using hub = await startHubServer((_request, response) => {
    response.writeHead(200)
    response.write(content.subarray(0, 1000))
  })
  const stop = new AbortController()

  await expect(
    fetchFrom(hub, { signal: stop.signal, report: () => stop.abort(new Error('enough')) }),
  ).rejects.toThrow('enough')
})

async function fetchFrom(
  hub: HubServer,
  options: {
    already?: Uint8Array
    token?: string
    allow?: string[]
    signal?: AbortSignal
    report?: () => void
  } = {},
) {
  await using folder = await createFolder()
  const partPath = join(folder.path, 'weights.gguf.part')
  if (options.already) await writeFile(partPath, options.already)
  const reported: number[] = []
  const openUrl = createOpenUrl({ allow: [new URL(hub.origin).host, ...(options.allow ?? [])] })
  const source = createHubSource({
    openUrl,
    hub: { endpoint: `${hub.origin}/`, token: options.token ?? null },
  })
  await source.fetch({
    file,
    partPath,
    packageDir: join(folder.path, '.packages'),
    signal: options.signal ?? new AbortController().signal,
    report: bytes => {
      reported.push(bytes)
      options.report?.()
    },
  })
  return { bytes: await readFile(partPath), reported }
}
