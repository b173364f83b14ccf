import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testOptions } from './__fixtures__/test-options.ts'
import type { ChildMessage, ParentMessage } from './pool/child-messages.ts'
import { parseLimits } from './limits.ts'
import { forkChild } from './pool/pool-worker.ts'
import { findSandbox } from './pool/sandbox.ts'

// Found by its package.json, because a fixed number of parent folders is what this test checks.
const repository = path.dirname(findPackageJSON(import.meta.url) ?? '')
let folder: string
let child: ChildProcess

beforeAll(async () => {
  folder = await mkdtemp(path.join(await realpath(tmpdir()), 'sextant-reads-'))
  const sandbox = await findSandbox('/usr/bin')
  child = forkChild({
    folder,
    readable: [],
    searchPath: '/usr/bin',
    locale: 'C.UTF-8',
    priority: 10,
    sandbox,
  })
  await nextMessage()
})

afterAll(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a child is started with the repository as the application, and with nothing else to read', () => {
  const flag = '--allow-fs-read='
  const readable = child.spawnargs.filter(each => each.startsWith(flag)).map(each => each.slice(flag.length))

  expect(readable.toSorted()).toEqual(
    [
      path.join(repository, 'package.json'),
      path.join(repository, 'lib/*'),
      path.join(repository, 'node_modules/*'),
      path.join(folder, '*'),
    ].toSorted(),
  )
})

test.each(['lib', 'lib/providers/transport', 'node_modules', 'node_modules/zod'])(
  'a running child may read in %s of the application',
  async place => {
    expect(await read(path.join(repository, place))).toBe('allowed')
  },
)

test('a running child may read its own folder', async () => {
  expect(await read(folder)).toBe('allowed')
})

test.each(['.', '.sextant', 'app', 'bin', 'libx'])(
  'a running child may not read in %s of the application folder',
  async place => {
    expect(await read(path.join(repository, place))).toBe('refused')
  },
)

test.each(['..', '../lib', '../node_modules', '../sextant-beside', '/etc', '/proc/self'])(
  'a running child may not read in %s, beside the application',
  async place => {
    expect(await read(path.resolve(repository, place))).toBe('refused')
  },
)

/** Lets the child open an upload in a folder. None contains one, but the permission check comes first. */
async function read(from: string): Promise<'allowed' | 'refused'> {
  const programs = { tesseract: false, ffmpeg: false, soffice: false }
  const job = { folder: from, options: testOptions, limits: parseLimits, programs, engine: 'first' } as const
  child.send({ type: 'job', job } satisfies ParentMessage)
  const message = await nextMessage()
  if (message.type !== 'failed') throw new Error(`The child answered ${message.type}.`)
  if (message.detail.includes('ENOENT')) return 'allowed'
  if (message.detail.includes('--allow-fs-read')) return 'refused'
  throw new Error(message.detail)
}

async function nextMessage(): Promise<ChildMessage> {
  const [message] = (await once(child, 'message')) as [ChildMessage]
  return message
}
