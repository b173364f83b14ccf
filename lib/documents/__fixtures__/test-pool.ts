import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ParseCall, ParseOptions } from '#lib/documents/options.ts'
import { createParsePool, type ParsePoolSettings } from '#lib/documents/pool/pool.ts'
import { testOptions } from './test-options.ts'

export interface TestPool extends AsyncDisposable {
  /** Uploads bytes and returns the response body. */
  parse(bytes: Buffer, options?: Partial<ParseOptions>, call?: Partial<ParseCall>): Promise<TestBody>
  /** Files and folders below the upload folder, without the children's own folders. */
  leftovers(): Promise<string[]>
}

export interface TestBody {
  readonly status: boolean
  readonly content: string
  readonly type: string
  readonly [member: string]: unknown
}

/** A pool with its own folder, which is deleted with it. */
export async function createTestPool(settings: Partial<ParsePoolSettings> = {}): Promise<TestPool> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sextant-parsing-'))
  const pool = createParsePool({ folder, readable: [], searchPath: '/usr/local/bin:/usr/bin:/bin', ...settings })
  return {
    parse: async (bytes, options = {}, call = {}) => {
      const home = await mkdtemp(path.join(folder, 'upload-'))
      const file = path.join(home, 'file')
      await writeFile(file, bytes)
      try {
        const full = { signal: new AbortController().signal, anonymous: false, transcribe: noSpeech, ...call }
        const { bodyPath } = await pool.parseFile(file, { ...testOptions, ...options }, full)
        return JSON.parse(await readFile(bodyPath, 'utf8')) as TestBody
      } finally {
        await rm(home, { recursive: true })
      }
    },
    leftovers: async () => {
      const names = await readdir(folder, { recursive: true })
      return names.filter(name => !/^child-\w+$/.test(name))
    },
    [Symbol.asyncDispose]: async () => {
      await pool.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function noSpeech(): Promise<never> {
  return Promise.reject(new Error('This test has no speech engine.'))
}
