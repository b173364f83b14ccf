import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildIfStale } from './console-build.ts'

// A fake Next: counts its runs, takes a moment, and fails if the page says so.
const fakeNext = `
const { appendFileSync, mkdirSync, readFileSync, rmSync } = require('node:fs')
rmSync('.next', { recursive: true, force: true })
mkdirSync('.next')
appendFileSync('builds', process.env.NEXT_TELEMETRY_DISABLED + process.env.NODE_ENV + '\\n')
if (readFileSync('app/page.tsx', 'utf8').includes('broken')) {
  console.error('Type error: no page')
  process.exit(1)
}
setTimeout(() => {}, 150)
`

function newClone() {
  const root = mkdtempSync(path.join(tmpdir(), 'sextant-build-'))
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  write('node_modules/next/dist/bin/next', fakeNext)
  write('app/page.tsx', 'page')
  const said: string[] = []
  const build = (signal = new AbortController().signal) =>
    buildIfStale({ root, environment: {}, signal, say: sentence => said.push(sentence) })
  const builds = () => {
    const file = path.join(root, 'builds')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }
  return { root, write, build, builds, said }
}

test('a build runs once, for production, without telemetry, and is announced', async () => {
  const clone = newClone()

  await clone.build()
  await clone.build()

  expect(clone.builds()).toEqual(['1production'])
  expect(clone.said).toHaveLength(1)
})

test.each([
  'app/page.tsx',
  'components/chat/x.tsx',
  'lib/contracts/api/chat.ts',
  'package-lock.json',
  'proxy.ts',
])('a change in %s makes it stale', async file => {
  const clone = newClone()
  await clone.build()

  clone.write(file, 'changed')
  await clone.build()

  expect(clone.builds()).toHaveLength(2)
})

test.each(['lib/contracts/chat.test.ts', 'lib/gateway/app.ts', 'README.md'])(
  'a change in %s does not',
  async file => {
    const clone = newClone()
    await clone.build()

    clone.write(file, 'changed')
    await clone.build()

    expect(clone.builds()).toHaveLength(1)
  },
)

test('a failed build reports the error and is not marked as built', async () => {
  const clone = newClone()
  clone.write('app/page.tsx', 'broken')

  await expect(clone.build()).rejects.toThrow(/Console build failed[^]*Type error: no page/)

  clone.write('app/page.tsx', 'page')
  await clone.build()
  expect(clone.builds()).toHaveLength(2)
})

test('stopping a start stops its build', async () => {
  const clone = newClone()

  await expect(clone.build(AbortSignal.timeout(20))).rejects.toThrow(/abort/i)
})
