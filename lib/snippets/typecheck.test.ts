import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/chat.ts'
import { run } from './__fixtures__/run-program.ts'
import { toSnippet } from './to-snippet.ts'

const oddFields = { models: ['a', 'b'], top_k: 4, stop: null, n: 2 }

test('every TypeScript program passes the strict compiler', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-types-'))
  try {
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
    for (const [index, body] of bodies().entries()) {
      const request = {
        contract: 'chat',
        baseUrl: 'http://127.0.0.1:3000',
        path: chatContract.path,
        body: JSON.stringify(body),
      }
      for (const flavour of ['typescript-fetch', 'typescript-openai'] as const) {
        await writeFile(join(folder, `${flavour}-${index}.mts`), toSnippet(request, { flavour }).code)
      }
    }

    const { code, stdout } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])

    expect(stdout).toBe('')
    expect(code).toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)

const compilerOptions = {
  strict: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
}

function bodies(): readonly object[] {
  return chatContract.examples.flatMap(({ input }) =>
    [true, false].flatMap(stream => [
      { ...input, stream },
      { ...input, ...oddFields, stream },
    ]),
  )
}
